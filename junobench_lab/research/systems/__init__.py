"""Systems that predict: any command, any language model behind an OpenAI-compatible endpoint.

A system sees one item at a time and nothing else; what it says becomes a line of a file of predictions.
"""
