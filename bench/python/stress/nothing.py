"""Nothing: what the engines themselves take."""
