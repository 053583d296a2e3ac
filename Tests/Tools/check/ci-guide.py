#!/usr/bin/python3
"""Runs the workflow in Documentation/Pins-in-CI.md unchanged: Tests/Tools/check/ci-guide.py PEMTOOL

Makes an app's repository from the guide's manifest, commands and workflow, and runs each step of the workflow in a
clone of it. The action comes from this checkout and downloads from a file: address instead of GitHub. Then a file that
has drifted must fail the workflow.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

pemtool = os.path.realpath(sys.argv[1])
root = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
guide = open(f"{root}/Documentation/Pins-in-CI.md", encoding="utf-8").read()
blocks = re.findall(r"^```(\w+)\n(.*?)^```", guide, re.S | re.M)
work = tempfile.mkdtemp()


def bash(script, **variables):
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script], env={**os.environ, **variables}, capture_output=True, text=True)


def commit():
    """Commits the app."""
    made = bash("git init -q; git add -A; git -c user.name=a -c user.email=a@example.com commit -qm app")
    assert made.returncode == 0, made.stderr


def publish():
    """Makes a local release, and puts the action where the runner keeps it."""
    version = bash(f"{root}/Packaging/version").stdout.strip()
    name = f"pemtool-{version}-linux-{os.uname().machine}"
    release = f"{work}/OWNER/NAME/releases/download/{version}"
    for folder in (release, f"{work}/{name}/bin", f"{work}/_actions/OWNER/NAME", f"{work}/temp"):
        os.makedirs(folder)
    shutil.copy(pemtool, f"{work}/{name}/bin/pemtool")
    subprocess.run(["tar", "-C", work, "-czf", f"{release}/{name}.tar.gz", name], check=True)
    digest = hashlib.sha256(open(f"{release}/{name}.tar.gz", "rb").read()).hexdigest()
    open(f"{release}/SHA256SUMS", "w").write(f"{digest}  {name}.tar.gz\n")
    os.symlink(root, f"{work}/_actions/OWNER/NAME/{version}")
    return f"{work}/{name}/bin"


def status():
    """Runs the workflow in a new folder; returns the first status other than 0, or 0."""
    shutil.rmtree(f"{work}/workspace", ignore_errors=True)
    os.mkdir(f"{work}/workspace")
    os.chdir(f"{work}/workspace")
    with open(f"{work}/path", "w"):
        pass
    with open(f"{work}/app/.github/workflows/pins.yml", encoding="utf-8") as file:
        workflow = yaml.safe_load(file)
    for step in workflow["jobs"]["check"]["steps"]:
        name, _, version = step.get("uses", "").partition("@")
        action = f"{work}/_actions/{name}/{version}"
        variables = {
            "GITHUB_PATH": f"{work}/path", "GITHUB_SERVER_URL": f"file://{work}", "RUNNER_TEMP": f"{work}/temp",
            "PATH": open(f"{work}/path").read().strip() + ":" + os.environ["PATH"], "GITHUB_ACTION_PATH": action}
        script = step.get("run")
        if name == "actions/checkout":
            assert bash(f"git clone -q '{work}/app' .").returncode == 0
            continue
        if "uses" in step:
            definition = yaml.safe_load(open(f"{action}/action.yml"))
            unknown = set(step["with"]) - set(definition["inputs"])
            assert not unknown, f"inputs that the action does not have: {unknown}"
            values = {key: step["with"].get(key, one["default"]) for key, one in definition["inputs"].items()}
            for key, text in definition["runs"]["steps"][0]["env"].items():
                value = values[re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", text)[1]]
                variables[key] = str(value).lower() if isinstance(value, bool) else value
            script = definition["runs"]["steps"][0]["run"]
        found = bash(script, **variables)
        if found.returncode:
            print(found.stdout + found.stderr, end="")
            return found.returncode
    return 0


tools = publish()
os.makedirs(f"{work}/app/.github/workflows")
os.chdir(f"{work}/app")
commands = re.search(r"^## Generate the other files\n\n((?:    .*\n)+)", guide, re.M)[1].replace("\n    ", "\n").strip()
for path in ["pins/", *re.findall(r"--output (\S+)", commands)]:
    os.makedirs(os.path.dirname(path), exist_ok=True)
open("pins/pins.json", "w").write(next(text for language, text in blocks if language == "json"))
made = bash(commands, PATH=f"{tools}:{os.environ['PATH']}")
assert made.returncode == 0, made.stderr
with open(".github/workflows/pins.yml", "w", encoding="utf-8") as file:
    file.write(next(text for language, text in blocks if language == "yaml" and "pull_request" in text))
commit()
assert status() == 0, "the workflow fails"
os.chdir(f"{work}/app")
drifted = open("ios/App/TrustKit.plist").read().replace("azE5Ew", "azE6Ew")
open("ios/App/TrustKit.plist", "w").write(drifted)
commit()
assert status() == 1, "a file that has drifted is not noticed"
os.chdir(root)
shutil.rmtree(work)
print("CI guide: its workflow runs as printed")
