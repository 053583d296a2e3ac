"""Compiles the package as Embedded Swift for WebAssembly, for the scripts that run it there: .ci/wasm and Web/build."""
import pathlib
import shutil
import subprocess
import sys

from manifest import Package, target_info

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRIPLE = "wasm32-unknown-none-wasm"
# Prevents -Osize from inlining functions, closures, and the body of swift_retain. The module is then a quarter smaller,
# and compiles in less time. DERKit keeps its inlining, because its loops would be fifty times slower without it.
COMPACT = [word for flag in [
    *(f"-sil-disable-pass={name}" for name in
      ("early-inline", "inline", "late-inline", "closure-specialize", "capture-prop")),
    "-force-attribute=swift_retain:noinline"] for word in ("-Xllvm", flag)]
INLINED = {"DERKit"}
# These functions are inlined nevertheless, because digests of many bytes take most of the time that a user waits:
# rounds, words of a block, and steps of loops. If the compiler no longer gives a function this name, the module only
# becomes slower.
COPIED = {"SPKIHash": [
    "$es16IndexingIteratorV4next7ElementQzSgyFSnySiG_Tg5", "$es10OutputSpanVsRi_zrlE6appendyyxnFs5UInt8V_Tg5",
    "$es10OutputSpanV8SPKIHashs5UInt8VRszlE6append4wordys6UInt64V_tF",
    "$eSTsE6reduceyqd__qd___qd__qd___7ElementQztKXEtKlFSnySiG_s6UInt64VTg5",
    "$e8SPKIHash14SHA256PortableO9fullBlock33_870462D3A36ED66A9CEFA93F424BC975LLyAA12SHA2ScheduleVys6UInt32VGs4SpanVys5UInt8VG_SitFZ",
    "$e8SPKIHash14SHA256PortableO9fullBlock33_870462D3A36ED66A9CEFA93F424BC975LLyAA12SHA2ScheduleVys6UInt32VGs4SpanVys5UInt8VG_SitFZAISiXEfU_",
    "$e8SPKIHash14SHA256PortableO4word33_870462D3A36ED66A9CEFA93F424BC975LLys6UInt32Vs4SpanVys5UInt8VG_SitFZ",
    "$e8SPKIHash12SHA2ScheduleVyACyxGxSiXEcfCs6UInt32V_Tt1g5", "$e8SPKIHash12SHA2ScheduleVyACyxGxSiXEcfCs6UInt64V_Tt1g5",
    "$e8SPKIHash14SHA256PortableO8compress33_870462D3A36ED66A9CEFA93F424BC975LL_4intoyAA12SHA2ScheduleVys6UInt32VG_AA0M5WordsVyAJGztFZAJSiXEfU_",
    "$e8SPKIHash5round33_328BC377C4BA759B5E5E9706D77E8CE1LLyyx_xxxzxxxxzxtAA8SHA2WordRzlFs6UInt32V_Tg5",
    "$e8SPKIHash5round33_328BC377C4BA759B5E5E9706D77E8CE1LLyyx_xxxzxxxxzxtAA8SHA2WordRzlFs6UInt64V_Tg5",
    "$e8SPKIHash6SHA512O4word33_2E514661C0D793F35CAA7176E812E86DLL2in_s6UInt64Vs4SpanVys5UInt8VG_SitFZ",
    "$e8SPKIHash6SHA512O4word33_2E514661C0D793F35CAA7176E812E86DLL2in_s6UInt64Vs4SpanVys5UInt8VG_SitFZA2H_SitXEfU_",
    *("$e8SPKIHash6SHA512O8compress33_2E514661C0D793F35CAA7176E812E86DLL_4intoys4SpanVys5UInt8VG_SayAA9SHA2WordsVys6UInt64VGGztFZ"
      f"AOSiXEfU{number}_" for number in ("", "0")),
    "$e8SPKIHash9SHA3Lanes33_90F911341907CB4DAF196F238CEF53DELLV6absorbyys4SpanVys5UInt8VG_AGys6UInt64VGtF4wordL_yALSiF",
]}
# Makes a string literal a constant where it is used, without a call, and ends the life of a value after its last use.
LITERAL = "$eSS21_builtinStringLiteral17utf8CodeUnitCount7isASCIISSBp_BwBi1_tcfC"
CONSTANT = ["-Xllvm", f"-force-attribute={LITERAL}:alwaysinline", "-Xfrontend", "-enable-copy-propagation",
            "-Xfrontend", "-enable-lexical-lifetimes=false"]
# All modules are optimized as one when they are linked. Inlining again at that point would add 7 percent.
LINKED = ["--lto-O2", "-mllvm", "-inline-threshold=-100"]
SWIFT = ["-target", TRIPLE, "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern",
         "-wmo", "-parse-as-library", "-swift-version", "6", "-Xfrontend", "-disable-stack-protector", "-Osize",
         "-lto=llvm-full"]
HOST = ROOT / "Web/Host/System.swift"
SHIM = ROOT / "Web/Host/shim.c"
# Files of pemtool that the page does not use.
OMITTED = {"Help.swift", "FieldPath.swift", "DERTextWriter.swift", "ObjectScreen.swift",
           "ExplainScreen.swift", "Bulk.swift", "BulkChunks.swift", "BulkQueue.swift"}
# This file replaces the file of the same name in SPKIHash.
TABLE = ROOT / "Web/Host/BuiltInCAKeys.swift"


def run(*words):
    done = subprocess.run(list(map(str, words)), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{words[0]} failed:\n{done.stdout[-8000:]}")


class Build:
    """Object files in a folder, each rebuilt if one of its sources is newer."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.package = Package(ROOT)
        self.objects = []

    def make(self, name, sources, *words):
        """Runs a command for an object file, unless the file is newer than its sources and the objects before it."""
        target = self.folder / f"{name}.o"
        inputs = [*sources, *self.objects, pathlib.Path(__file__)]
        self.objects.append(target)
        if target.exists() and all(path.stat().st_mtime < target.stat().st_mtime for path in inputs):
            return
        target.unlink(missing_ok=True)
        run(*words, "-c", "-o", target, *sources)

    def words(self, name, *flags):
        # A name with the suffix TA stands for the function that calls a closure with its context.
        compact = [] if name in INLINED else [*COMPACT, *(
            word for copied in COPIED.get(name, []) for suffix in ("", "TA")
            for word in ("-Xllvm", f"-force-attribute={copied}{suffix}:alwaysinline"))]
        return ["swiftc", *SWIFT, *CONSTANT, *compact, "-package-name", self.package.name, "-I", self.folder,
                "-module-name", name, *flags]

    def swift(self, name, sources, *flags):
        self.make(name, sources, *self.words(name, *flags), "-emit-module", "-emit-module-path",
                  self.folder / f"{name}.swiftmodule")

    def check(self, name, sources, *flags):
        """Type-checks a module, which takes seconds; generating its code takes minutes."""
        run(*self.words(name, *flags), "-typecheck", *sources)

    def libraries(self, checked=()):
        """Compiles the libraries, except the code of those that are only checked; returns the names of the others."""
        names = self.package.order("wasi", with_tools=False)
        for name in names:
            sources = [TABLE if path.name == TABLE.name else path for path in self.package.sources(name)]
            flags = self.package.flags(name, "wasi")
            if name in checked:
                run(*self.words(name, *flags), "-emit-module", "-emit-module-path", self.folder / f"{name}.swiftmodule",
                    *sources)
            else:
                self.swift(name, sources, *flags)
        return [name for name in names if name not in checked]

    def tool(self):
        """Returns the name, sources and flags of pemtool. The module's host replaces the operating system, the help, the
        screens of inspect and explain, and the options --field, --jobs, --text and --lines."""
        own = [path for path in self.package.sources("pemtool")
               if not path.name.startswith("System") and path.parent.name != "Lines" and path.name not in OMITTED]
        return ["pemtool", [*own, HOST], *self.package.flags("pemtool", "wasi")]

    def link(self, module, *exports):
        """Links all objects and the shim."""
        tools = pathlib.Path(shutil.which("swiftc")).resolve().parent
        unicode = (pathlib.Path(target_info()["paths"]["runtimeResourcePath"]).parent
                   / "swift/embedded" / TRIPLE / "libswiftUnicodeDataTables.a")
        self.make("shim", [SHIM], tools / "clang", f"--target={TRIPLE}", "-O2", "-mbulk-memory", "-ffreestanding",
                  "-nostdlib")
        run(tools / "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", *LINKED,
            *(f"--export={name}" for name in exports), "-z", "stack-size=1048576", "--stack-first", *self.objects,
            unicode, "-o", module)
