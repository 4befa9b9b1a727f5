"""For people who build detectors and repair tools: what they need around the crashes of a bench."""
