# Sums are exact: a list of numbers becomes a fraction, of integers and floats one over a power of two, and only the result is rounded.
from bisect import bisect_left, bisect_right
from math import exp, fsum, gcd, isqrt, isfinite, log


class StatisticsError(ValueError):
    pass


def _ratio(x):
    if isinstance(x, float):
        if not isfinite(x):
            return None
        return x.as_integer_ratio()
    if isinstance(x, int):
        return int(x), 1
    try:
        return x.as_integer_ratio()
    except AttributeError:
        raise TypeError("can't convert type '%s' to numerator/denominator" % type(x).__name__)
    except (OverflowError, ValueError):
        return None


def _both(t, s):
    # the type of the sum of numbers of two types
    if s is t or s is int or s is bool:
        return t
    if t is int or issubclass(s, t):
        return s
    if issubclass(t, s):
        return t
    if issubclass(t, int):
        return s
    if issubclass(s, int):
        return t
    for a, b in ((t, s), (s, t)):
        if issubclass(a, float) and hasattr(b, 'limit_denominator'):  # a fraction
            return a
    raise TypeError("don't know how to coerce %s and %s" % (t.__name__, s.__name__))


def _sum_of(top, bottom, p, q):
    # the sum of two fractions
    if q >= bottom and q % bottom == 0:
        return top * (q // bottom) + p, q
    if bottom % q == 0:
        return top + p * (bottom // q), bottom
    both = gcd(bottom, q)
    return top * (q // both) + p * (bottom // both), bottom // both * q


def _total(data):
    # The type of a result, the sum as a fraction, or what it is if it is not finite, and the number of items.
    top, bottom, kind, special, n = 0, 1, int, None, 0
    for x in data:
        n += 1
        r = _ratio(x)
        if type(x) is not kind:
            kind = _both(kind, type(x))
        if r is None:
            special = x if special is None else special + x
            continue
        p, q = r
        if q == bottom:
            top += p
        else:
            top, bottom = _sum_of(top, bottom, p, q)
    return kind, top, bottom, special, n


def _value(kind, top, bottom):
    if kind is float or issubclass(kind, int) and top % bottom:
        return top / bottom
    if issubclass(kind, float):
        return kind(top / bottom)
    return kind(top // bottom) if issubclass(kind, int) else kind(top) / kind(bottom)


def _number(x, what):
    if not x:
        raise StatisticsError(what)


def mean(data):
    kind, top, bottom, special, n = _total(data)
    _number(n, 'mean requires at least one data point')
    return special if special is not None else _value(kind, top, bottom * n)


def fmean(data, weights=None):
    data = list(data)
    n = len(data)
    if weights is not None:
        weights = list(weights)
        if len(weights) != n:
            raise StatisticsError('data and weights must be the same length')
        below = fsum(weights)
        _number(below, 'sum of weights must be non-zero')
        return fsum([x * w for x, w in zip(data, weights)]) / below
    _number(n, 'fmean requires at least one data point')
    return fsum(data) / n


def geometric_mean(data):
    try:
        return exp(fmean([log(x) for x in data]))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset containing positive numbers') from None


def harmonic_mean(data, weights=None):
    if iter(data) is data:
        data = list(data)
    n = len(data)
    if n < 1:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if n == 1 and weights is None:
        x = data[0]
        if isinstance(x, (int, float)) or hasattr(x, 'as_integer_ratio'):
            if x < 0:
                raise StatisticsError('harmonic mean does not support negative values')
            return x
        raise TypeError('unsupported type')
    above, below = n, 1
    if weights is None:
        weights = [1] * n
    else:
        weights = list(weights)
        if len(weights) != n:
            raise StatisticsError('Number of weights does not match data size')
        _, above, below, _, _ = _total(_not_negative(weights))
    try:
        kind, top, bottom, special, _ = _total(w / x if w else 0 for w, x in zip(weights, _not_negative(data)))
    except ZeroDivisionError:
        return 0
    if special is not None:
        return above / below / special
    if top <= 0:
        raise StatisticsError('Weighted sum must be positive')
    return _value(kind, above * bottom, below * top)


def _not_negative(data):
    for x in data:
        if x < 0:
            raise StatisticsError('harmonic mean does not support negative values')
        yield x


def _sorted(data):
    data = sorted(data)
    _number(data, 'no median for empty data')
    return data, len(data)


def median(data):
    data, n = _sorted(data)
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data, n = _sorted(data)
    return data[(n - 1) // 2]


def median_high(data):
    data, n = _sorted(data)
    return data[n // 2]


def median_grouped(data, interval=1.0):
    data, n = _sorted(data)
    x = data[n // 2]
    below = bisect_left(data, x)
    same = bisect_right(data, x) - below
    try:
        interval, x = float(interval), float(x)
    except ValueError:
        raise TypeError('Value cannot be converted to a float')
    return x - interval / 2.0 + interval * (n / 2 - below) / same


def _counts(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    return counts


def mode(data):
    counts = _counts(data)
    _number(counts, 'no mode for empty data')
    most = max(counts.values())
    for x, n in counts.items():
        if n == most:
            return x


def multimode(data):
    counts = _counts(data)
    most = max(counts.values(), default=0)
    return [x for x, n in counts.items() if n == most]


def _squares(data, center):
    # The type of a result, the sum of the squares of the differences as a fraction, or what it is if it is not finite, and the
    # number of items.
    data = list(data)
    n = len(data)
    if center is not None:
        return _total([(x - center) * (x - center) for x in data])
    kind, top, bottom, special, n = _total(data)
    if special is not None:
        return kind, 0, 1, special, n
    square, below = 0, 1
    for x in data:
        p, q = _ratio(x)
        p, q = p * p, q * q
        square, below = _sum_of(square, below, p, q)
    # sum((x - sum / n) ** 2) is sum(x ** 2) - sum ** 2 / n
    if n:
        square, below = square * n * bottom * bottom - top * top * below, below * n * bottom * bottom
    return kind, square, below, None, n


def _variance(data, center, less, what):
    kind, top, bottom, special, n = _squares(data, center)
    if n <= less:
        raise StatisticsError(what)
    return kind, top, bottom * (n - less), special


def _spread(data, center, less, what):
    kind, top, bottom, special = _variance(data, center, less, what)
    return special if special is not None else _value(kind, top, bottom)


def _root(data, center, less, what):
    kind, top, bottom, special = _variance(data, center, less, what)
    if special is not None:
        return special
    if hasattr(kind, 'sqrt'):
        return _decimal_root(kind, top, bottom)
    if top == 0:
        return 0.0
    # A root of at least 55 bits, whose last bit is set if it is not exact, is rounded as the root itself would be.
    shift = (top.bit_length() - bottom.bit_length() - 128) // 2
    if shift >= 0:
        below = bottom << 2 * shift
        root = isqrt(top // below)
        return ((root | (root * root * below != top)) << shift) / 1
    above = top << -2 * shift
    root = isqrt(above // bottom)
    return (root | (root * root * bottom != above)) / (1 << -shift)


def _decimal_root(kind, top, bottom):
    if top == 0:
        return kind('0.0')
    # The quotient is rounded before its root is, so the last digit may be one off.
    _, digits, exponent = (kind(top) / kind(bottom)).sqrt().as_tuple()
    root = int(''.join(map(str, digits)))
    if exponent < 0:
        top *= 100 ** -exponent
    else:
        bottom *= 100 ** exponent
    if 4 * top > bottom * (2 * root + 1) ** 2:
        root += 1
    elif 4 * top < bottom * (2 * root - 1) ** 2:
        root -= 1
    return kind('%de%d' % (root, exponent))


def variance(data, xbar=None):
    return _spread(data, xbar, 1, 'variance requires at least two data points')


def pvariance(data, mu=None):
    return _spread(data, mu, 0, 'pvariance requires at least one data point')


def stdev(data, xbar=None):
    return _root(data, xbar, 1, 'stdev requires at least two data points')


def pstdev(data, mu=None):
    return _root(data, mu, 0, 'pstdev requires at least one data point')


def quantiles(data, *, n=4, method='exclusive'):
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError('must have at least two data points')
    cuts = []
    if method == 'inclusive':
        for i in range(1, n):
            j, delta = divmod(i * (size - 1), n)
            cuts.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return cuts
    if method != 'exclusive':
        raise ValueError('Unknown method: %r' % (method,))
    for i in range(1, n):
        j = min(max(i * (size + 1) // n, 1), size - 1)
        delta = i * (size + 1) - j * n
        cuts.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    return cuts
