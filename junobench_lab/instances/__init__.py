"""What an instance is: labels, folder layout, notebooks, benches. Reads files, runs nothing."""
