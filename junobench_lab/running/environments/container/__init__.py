"""Kernels in containers: confined, of a fixed image, the same for a run and for a notebook that a person has open.

`settings` says how much a container may take, `engine` talks with Docker, `confinement` holds the rules that a
container is made by, `connection` how its kernel is reached, `kernel` is one container; on it stand `environment` (for
runs) and `provisioner` (for JupyterLab). `reaper` removes what a killed process left, `images` looks after the image.
"""
