"""Bundled tables with their hierarchies and policies; read them with `importlib.resources`."""
