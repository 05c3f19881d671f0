# The text is the one that the interpreter writes at the end of a program. In CPython, exceptions without an argument are those that are
# being handled.
import sys
from traceback import _lacks, _last_line, _text


def _asked(exc, value, tb, limit):
    # The exception that a function is about, in one of the two ways to name it.
    if limit is not None:
        _lacks('a limit')
    if value is _missing and tb is _missing:
        return exc
    if value is _missing or tb is _missing:
        raise ValueError('Both or neither of value and tb must be given')
    if value is not None and tb is not value.__traceback__:
        _lacks('places of another exception')
    return value


_missing = object()


def _whole(e, chain):
    return 'NoneType: None\n' if e is None else _text(e, chain)


def format_exc(limit=None, chain=True):
    return _whole(_asked(sys.exc_info()[1], _missing, _missing, limit), chain)


def print_exc(limit=None, file=None, chain=True):
    print(format_exc(limit, chain), end='', file=sys.stderr if file is None else file)


def format_exception(exc, value=_missing, tb=_missing, limit=None, chain=True):
    e = _asked(exc, value, tb, limit)
    last = format_exception_only(e)
    return _items(_whole(e, chain)[:-len(last[0])]) + last


def print_exception(exc, value=_missing, tb=_missing, limit=None, file=None, chain=True):
    print(_whole(_asked(exc, value, tb, limit), chain), end='', file=sys.stderr if file is None else file)


def format_exception_only(exc, value=_missing):
    e = exc if value is _missing else value
    if e is not None and not isinstance(e, BaseException):
        _lacks('what is no exception')
    return ['NoneType: None\n' if e is None else _last_line(e)]


def _items(text):
    # A place is one item, with its line of source, and so is what is said between two exceptions, with the empty lines around it.
    items = []
    for line in text.splitlines(True):
        last = items[-1] if items else ''
        if line.startswith('    ') and last.startswith('  File ') or last.startswith('\n') and not last.endswith('\n\n'):
            items[-1] += line
        else:
            items.append(line)
    return items
