"""What a person names as a cluster."""

import json
from pathlib import Path

import pytest

from junobench_lab.errors import EnvironmentUnavailable, InvalidRequest
from junobench_lab.running.cluster.configuration import (
    ClusterConfiguration,
    chosen_cluster,
    cluster_class,
    read_configuration,
)


def test_an_address_is_that_of_a_scheduler():
    choice = chosen_cluster("tls://10.0.0.1:8786")
    assert (choice.address, choice.configuration, choice.name) == ("tls://10.0.0.1:8786", None, "tls://10.0.0.1:8786")


def test_a_json_file_names_a_class_and_its_arguments(tmp_path: Path):
    file = tmp_path / "slurm.json"
    content = {"class": "dask_jobqueue.SLURMCluster", "workers": 20, "arguments": {"cores": 1, "memory": "4GB"}}
    file.write_text(json.dumps(content))
    configuration = chosen_cluster(str(file)).configuration
    assert configuration is not None
    assert (configuration.path, configuration.workers) == ("dask_jobqueue.SLURMCluster", 20)
    assert configuration.arguments == {"cores": 1, "memory": "4GB"}


def test_a_toml_file_says_the_same(tmp_path: Path):
    file = tmp_path / "kubernetes.toml"
    file.write_text(
        'class = "dask_kubernetes.operator.KubeCluster"\nadapt = { minimum = 0, maximum = 1000 }\n'
        '[arguments]\nname = "junobench"\nimage = "registry.example/lab@sha256:0"\n'
    )
    configuration = read_configuration(file)
    assert configuration.adapt == {"minimum": 0, "maximum": 1000}
    assert configuration.arguments == {"name": "junobench", "image": "registry.example/lab@sha256:0"}


@pytest.mark.parametrize(
    "name, content, words",
    [
        ("a.json", "{", "damaged"),
        ("a.json", "[]", "makes no sense"),
        ("a.json", '{"class": "nodots"}', "'class'"),
        ("a.json", '{"class": "a.B", "worker": 3}', "'worker'"),
        ("a.json", '{"class": "a.B", "workers": 0}', "'workers'"),
        ("a.json", '{"class": "a.B", "workers": 1, "adapt": {}}', "leave out one"),
        ("a.toml", "class = ", "damaged"),
    ],
)
def test_a_file_that_makes_no_sense_is_told(tmp_path: Path, name: str, content: str, words: str):
    (tmp_path / name).write_text(content)
    with pytest.raises(InvalidRequest) as told:
        chosen_cluster(str(tmp_path / name))
    assert words in str(told.value) and str(tmp_path / name) in str(told.value)


@pytest.mark.parametrize(
    "text, words",
    [
        ("slurm", "names no cluster"),
        ("absent.toml", "can't be read"),
        ("foo://10.0.0.1:8786", "begins with one of tcp://"),
        ("tcp://", "is no address"),
    ],
)
def test_what_is_no_cluster_is_told(text: str, words: str):
    with pytest.raises(InvalidRequest, match=words):
        chosen_cluster(text)


@pytest.mark.parametrize("path", ["no_such_package.Cluster", "distributed.NoSuchCluster"])
def test_a_class_that_is_not_there_is_told(path: str):
    with pytest.raises(EnvironmentUnavailable, match=path):
        cluster_class(ClusterConfiguration.model_validate({"class": path}))
