"""Runs ceph/s3-tests with a list of what the endpoint does not do; see docs/s3-servers.md."""

import pathlib

import boto3
import pytest

LIST = pathlib.Path(__file__).with_name("exceptions.txt")


def read_list():
    """Test names with their reasons, from lines of `name: reason`."""
    listed = {}
    for line in LIST.read_text().splitlines():
        if line.strip() == "" or line.startswith("#"):
            continue
        name, colon, reason = line.partition(": ")
        if colon == "" or reason.strip() == "" or name in listed:
            raise pytest.UsageError(f"{LIST.name}: needs one reason, once: {line}")
        listed[name] = reason.strip()
    return listed


def applies(reason):
    """A reason of `boto3 1.26 …` is one of that version of the SDK, and of older ones."""
    words = reason.split()
    if words[0] != "boto3":
        return True
    parts = lambda version: [int(part) for part in version.split(".")[:2]]
    return parts(boto3.__version__) <= parts(words[1])


def empty_and_remove(client, bucket):
    """The suite's own way lists versions, which the endpoint does not keep: the only one there is has the id null."""
    for page in client.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        for entry in page.get("Contents", []):
            client.delete_object(Bucket=bucket, Key=entry["Key"], VersionId="null")
    client.delete_bucket(Bucket=bucket)


def pytest_addoption(parser):
    parser.addoption("--whole", action="store_true", help="every name of the list must be that of a test")


def pytest_collection_modifyitems(config, items):
    import s3tests.functional as suite

    # All its users are one account here, so that one of them has to clean up, and that once.
    suite.nuke_bucket = empty_and_remove
    suite.setup = lambda: None
    suite.teardown = lambda: suite.nuke_prefixed_buckets(prefix=suite.prefix)
    listed = read_list()
    if config.getoption("whole"):
        unknown = sorted(set(listed) - {item.name for item in items})
        if unknown:
            raise pytest.UsageError(f"{LIST.name}: no such tests: {', '.join(unknown)}")
    for item in items:
        if item.name in listed and applies(listed[item.name]):
            item.add_marker(pytest.mark.xfail(reason=listed[item.name], strict=True))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that is listed as 501 has to fail for that: the answer said NotImplemented."""
    outcome = yield
    report = outcome.get_result()
    mark = item.get_closest_marker("xfail")
    if mark is None or call.excinfo is None or not mark.kwargs.get("reason", "").startswith("501 "):
        return
    text = f"{call.excinfo.value!r} {call.excinfo.value}"
    if "NotImplemented" not in text and "501" not in text:
        report.outcome = "failed"
        report.longrepr = f"listed as 501, but the failure is another: {text}"
        del report.wasxfail
