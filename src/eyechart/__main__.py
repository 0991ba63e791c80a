"""`python -m eyechart` is `eyechart`."""

from eyechart.cli import main

if __name__ == "__main__":
    main()
