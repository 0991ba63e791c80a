"""Make the documentation true again: run what its pages show and write down what came out.

    python scripts/refresh_docs.py                      all of it: some minutes
    python scripts/refresh_docs.py ARCHITECTURE.md      its tree alone
    python scripts/refresh_docs.py docs/results.md      what results/ holds alone; docs/scale.md likewise

A page may hold
- ```console: lines that begin with `$ ` are run in a shell, and what they print follows them;
- ```python run: is executed, all of a page in one namespace; a ```text output block right after it gets what it printed;
- ```python examples/NAME.py: gets the contents of that file;
- ```toml NAME: is written to a file of that name, for the commands that follow;
- <!-- list KIND --> … <!-- end of list -->: gets a table of what is registered of that kind;
- <!-- results NAME --> … <!-- end of results -->: gets what results/NAME/ holds, which scripts/results.py has kept;
- <!-- scale --> … <!-- end of scale -->: gets what results/scale/ holds, which scripts/scale.py has kept;
- <!-- reference --> … <!-- end of reference -->: gets what the docstrings of the package say.
All pages share one working folder and are run in the order of PAGES. tests/house/test_docs.py does the same and compares.
The notebook of examples/ is executed anew as well.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from house import tree

ROOT = Path(__file__).resolve().parent.parent
# Each verb's page uses what the pages before it made.
VERBS = ("generate", "show", "verify", "audit", "predict", "calibrate", "score", "report", "exam", "compare", "export",
         "convert", "mine", "list", "describe", "assets", "train", "status", "serve", "register", "admit", "submit",
         "leaderboard", "study", "recruit", "people", "person", "judgements")  # fmt: skip


def _pages() -> tuple[str, ...]:
    """Every page there is: the verbs' in their order, the others, the families' cards, and the README."""
    verbs = [f"docs/{name}.md" for name in VERBS]
    found = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("src/eyechart/families/*/CARD.md")])
    others = [path.relative_to(ROOT).as_posix() for path in found]
    return (*verbs, *(name for name in others if name not in verbs), "README.md")


PAGES = _pages()
TREE = ("<!-- tree -->\n", "<!-- end of tree -->\n")
REFERENCE = re.compile(r"(<!-- reference -->\n).*?(<!-- end of reference -->\n)", re.DOTALL)
LIST = re.compile(r"(<!-- list (\w+) -->\n).*?(<!-- end of list -->\n)", re.DOTALL)
RESULTS = re.compile(r"(<!-- results ([\w-]+) -->\n).*?(<!-- end of results -->\n)", re.DOTALL)
SCALE = re.compile(r"(<!-- scale -->\n).*?(<!-- end of scale -->\n)", re.DOTALL)
FENCE = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRESS = re.compile(r".+: [\d,]+ of [\d,]+ \(\d+ %\)")  # how long something takes is no fact of a page
# What a target of the Makefile runs once everything is installed.
MAKE = {"make exam": "eyechart exam chance prior oracle"}
# The picture of the README.
PICTURE = "commonsense signs figures --start 3 --count 2 --questions 2"
TOUR = ROOT / "examples" / "tour.ipynb"
HOME = "/home/you"  # stands for the working folder in what is written down


def install_examples(folder: Path) -> str:
    """What `pip install ./examples` does, without pip: entry points that Python finds. Gives the PYTHONPATH to use."""
    project = tomllib.loads((ROOT / "examples" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / "eyechart_examples-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0\n")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in names.items()) for group, names in groups]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return os.pathsep.join((str(ROOT / "src"), str(ROOT / "examples"), str(folder)))


def path_for(page: str, site: str) -> str:
    """The pages that tell how to add something have the examples installed; the others show eyechart alone."""
    return site if "add-a-" in page else str(ROOT / "src")


def shell(command: str, folder: Path, python_path: str) -> tuple[str, int]:
    """What a command prints, and its exit code. Its `eyechart` is this checkout's, and runs right here where it can."""
    words = shlex.split(MAKE.get(command, command))
    if words[0] == "eyechart" and not set("&|;<>") & set(command):
        said, code = verb(words, folder, python_path)
    else:
        said, code = subshell(command, folder, python_path)
    echo = f".venv/bin/{MAKE[command]}\n" if command in MAKE else ""
    lines = [
        line.rstrip() for line in (echo + said).replace(str(folder), HOME).splitlines() if not PROGRESS.match(line)
    ]
    return "".join(line + "\n" for line in lines), code


def verb(words: list[str], folder: Path, python_path: str) -> tuple[str, int]:
    """A command of ours in this process: starting Python for each of them takes longer than what most of them do."""
    from eyechart import registry
    from eyechart.cli import main as command_line

    def look_again() -> None:
        registry._places.cache_clear()
        registry._loaded.cache_clear()

    said, before = io.StringIO(), (sys.argv, sys.path)
    sys.argv, sys.path = words, [*python_path.split(os.pathsep), *sys.path]
    look_again()
    try:
        with contextlib.chdir(folder), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            command_line()
    except SystemExit as end:
        return said.getvalue(), int(end.code or 0)
    finally:
        sys.argv, sys.path = before
        look_again()
    raise AssertionError("the command line always ends by an exit code")


def subshell(command: str, folder: Path, python_path: str) -> tuple[str, int]:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    env = os.environ | {"PATH": path, "PYTHONPATH": python_path}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout, done.returncode


def commands(body: str) -> list[str]:
    """The commands of a console block; a backslash at the end of a line goes on with the next."""
    joined = body.replace("\\\n", "\0")
    return [line[2:].replace("\0", "\\\n") for line in joined.splitlines() if line.startswith("$ ")]


def run_console(body: str, folder: Path, python_path: str) -> str:
    return "".join(f"$ {command}\n{shell(command, folder, python_path)[0]}" for command in commands(body))


def run_python(body: str, names: dict[str, object], folder: Path) -> str:
    """What a block prints when it is executed."""
    said = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(said):
        exec(compile(body, "docs", "exec"), names)
    return "".join(line.rstrip() + "\n" for line in said.getvalue().replace(str(folder), HOME).splitlines())


def refreshed(page: str, folder: Path, console: Callable[[str], str]) -> str:
    """The page with every block that can be run showing what it gives now."""
    names: dict[str, object] = {"__name__": "docs"}
    printed = ""

    def block(found: re.Match[str]) -> str:
        nonlocal printed
        language, info, body = found.groups()
        if language == "console":
            body = console(body)
        elif language == "python" and info == "run":
            printed = run_python(body, names, folder)
        elif language == "text" and info == "output":
            body = printed
        elif language == "toml" and info:
            (folder / info).write_text(body, encoding="utf-8")
        elif language == "python" and info:
            body = (ROOT / info).read_text(encoding="utf-8")
        return f"```{language}{' ' if info else ''}{info}\n{body}```"

    printed_anew = RESULTS.sub(resulted, SCALE.sub(scaled, page))
    return REFERENCE.sub(referred, LIST.sub(listed, FENCE.sub(block, printed_anew)))


def listed(found: re.Match[str]) -> str:
    """A table of all that is registered of a kind, with what each is."""
    from eyechart import registry
    from eyechart.reporting.listing import about

    begin, kind, end = found.groups()
    rows = [f"| `{name}` | {about(registry.get(kind, name))} |\n" for name in registry.BUILT_IN[kind]]
    return f"{begin}| name | what it is |\n|---|---|\n{''.join(rows)}{end}"


def referred(found: re.Match[str]) -> str:
    """The reference of the package, as its docstrings have it."""
    from reference import reference

    return f"{found.group(1)}{reference()}{found.group(2)}"


def resulted(found: re.Match[str]) -> str:
    """What a recipe's run gave."""
    from results import printed

    return f"{found.group(1)}{printed(found.group(2))}{found.group(3)}"


def scaled(found: re.Match[str]) -> str:
    """What a million questions took."""
    from scale import printed

    return f"{found.group(1)}{printed()}{found.group(2)}"


PRINTED = {"docs/results.md": (RESULTS, resulted), "docs/scale.md": (SCALE, scaled)}


def with_tree(page: str) -> str:
    """ARCHITECTURE.md with the table of modules as they are."""
    before, _, rest = page.partition(TREE[0])
    return before + TREE[0] + tree() + TREE[1] + rest.partition(TREE[1])[2]


def executed(path: Path) -> str:
    """A notebook as it comes out when it is run from top to bottom, without what only this run knows."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(notebook, timeout=600, record_timing=False, resources={"metadata": {"path": folder}})
        client.execute()
    notebook.metadata["language_info"] = {"name": "python"}
    written: str = nbformat.writes(notebook)
    return written + "\n"


def main(words: list[str]) -> None:
    architecture = ROOT / "ARCHITECTURE.md"
    architecture.write_text(with_tree(architecture.read_text(encoding="utf-8")), encoding="utf-8")
    if words == [architecture.name]:
        return
    if words and set(words) <= set(PRINTED):
        for page, (marked, by) in ((ROOT / name, PRINTED[name]) for name in words):
            page.write_text(marked.sub(by, page.read_text(encoding="utf-8")), encoding="utf-8")
        return
    sys.path.insert(0, str(ROOT / "examples"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve() / "work"
        folder.mkdir()
        site = install_examples(folder.parent / "site")
        for name in PAGES:
            old = (ROOT / name).read_text(encoding="utf-8")
            new = refreshed(old, folder, partial(run_console, folder=folder, python_path=path_for(name, site)))
            if new != old:
                (ROOT / name).write_text(new, encoding="utf-8")
                print(f"refreshed {name}")
        TOUR.write_text(executed(TOUR), encoding="utf-8")
        command = f"eyechart show {PICTURE} --out {ROOT / 'docs' / 'pictures' / 'exam.jpg'}"
        print(shell(command, folder, str(ROOT / "src"))[0], end="")


if __name__ == "__main__":
    main(sys.argv[1:])
