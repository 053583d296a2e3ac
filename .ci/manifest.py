"""The targets in Package.swift, for scripts that call the compiler themselves."""
import json
import pathlib
import subprocess


def output(*words, folder=None):
    return subprocess.run(words, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def target_info(*words):
    return json.loads(output("swiftc", "-print-target-info", *words))


def holds(condition, platform):
    """Returns whether a setting or a dependency with this condition applies to a platform."""
    names = (condition or {}).get("platformNames", [])
    return not names or platform in names


class Package:
    """The package in a folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        described = json.loads(output("swift", "package", "dump-package", folder=self.folder))
        self.name = described["name"].lower()
        self.versions = {row["platformName"]: row["version"] for row in described["platforms"]}
        self.targets = {row["name"]: row for row in described["targets"] if row["type"] in ("regular", "executable")}

    def dependencies(self, name, platform):
        """Returns the targets that a target depends on, for a platform."""
        rows = [value for row in self.targets[name]["dependencies"] for value in row.values()]
        return [row[0] for row in rows if row[0] in self.targets and holds(row[-1], platform)]

    def order(self, platform, with_tools):
        """Returns the libraries that the tools use (and the tools, if with_tools is true), each after its
        dependencies."""
        ordered = []

        def add(name):
            for dependency in self.dependencies(name, platform):
                add(dependency)
            if name not in ordered:
                ordered.append(name)

        for name, target in self.targets.items():
            if target["type"] == "executable":
                add(name)
                if not with_tools:
                    ordered.remove(name)
        return ordered

    def sources(self, name):
        folder = self.folder / (self.targets[name].get("path") or f"Sources/{name}")
        return sorted(folder.rglob("*.swift"))

    def flags(self, name, platform):
        """Returns the compiler flags for the settings of a target."""
        found = []
        for setting in self.targets[name]["settings"]:
            if setting["tool"] != "swift" or not holds(setting.get("condition"), platform):
                continue
            (kind, value), = setting["kind"].items()
            if kind == "strictMemorySafety":
                found.append("-strict-memory-safety")
            elif kind == "enableExperimentalFeature":
                found += ["-enable-experimental-feature", value["_0"]]
            elif kind == "enableUpcomingFeature":
                found += ["-enable-upcoming-feature", value["_0"]]
            elif kind == "unsafeFlags":
                found += value["_0"]
        return found
