"""What notebooks show: a small table and a map, as HTML and SVG without scripts or network."""
