from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import JSONEncoder


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None,
          sort_keys=False, **kw):
    return (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan, indent=indent,
                                separators=separators, default=default, sort_keys=sort_keys, **kw).encode(obj)


def dump(obj, fp, *, cls=None, **kw):
    (cls or JSONEncoder)(**kw)._write(obj, fp.write)


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    if type(s).__name__ in ('bytes', 'bytearray') and hasattr(s, 'decode'):
        s = s.decode()
    if not isinstance(s, str):
        raise TypeError(f'the JSON object must be str, bytes or bytearray, not {type(s).__name__}')
    if s.startswith('\ufeff'):
        raise JSONDecodeError('Unexpected UTF-8 BOM (decode using utf-8-sig)', s, 0)
    for name, value in (('object_hook', object_hook), ('parse_float', parse_float), ('parse_int', parse_int), ('parse_constant', parse_constant),
                        ('object_pairs_hook', object_pairs_hook)):
        if value is not None:
            kw[name] = value
    return (cls or JSONDecoder)(**kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)
