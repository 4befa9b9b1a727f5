"""Programs that repair: an episode is what a person's attempt is, step by step and within bounds.

`Episode` is the interface in Python, `mcp_server` the same over the Model Context Protocol. Neither ever hands out a
reference fix, a diagnosis or the source of a check.
"""
