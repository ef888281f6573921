"""What the chapters on maximum margins, duality and soft margins share."""
