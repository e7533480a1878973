"""`python -m nearcast`: the command line."""

from nearcast.cli import main

if __name__ == "__main__":
    main()
