"""File formats, one module each: how to open a file as a source of batches, how to write one."""
