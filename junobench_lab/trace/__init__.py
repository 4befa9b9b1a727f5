"""What a saved notebook tells about its session: order, crash, and which cells of two notebooks correspond. Pure."""
