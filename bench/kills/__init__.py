"""Killing what runs, in the middle of its work, and counting what is lost or there twice."""
