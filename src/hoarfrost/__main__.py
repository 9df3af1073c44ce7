"""`python -m hoarfrost` is the command `hoarfrost`."""

from hoarfrost.cli.entry import main

if __name__ == "__main__":
    main()
