for cause in (5, 'text', object(), int, None, KeyError, KeyError(1)):
    try:
        raise ValueError('v') from cause
    except Exception as e:
        print(repr(e), repr(e.__cause__))
try:
    raise 5 from 6
except TypeError as e:
    print(e)
