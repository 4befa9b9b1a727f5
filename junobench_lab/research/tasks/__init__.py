"""Tasks for detectors and repair tools, made of the instances of a bench: what is asked, and the reference answer."""
