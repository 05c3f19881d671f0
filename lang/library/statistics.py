# Sums are exact: a list of numbers becomes a fraction, of integers and floats one over a power of two, and only the result is rounded.
from bisect import bisect_left, bisect_right
from math import erf, exp, fabs, fsum, gcd, hypot, isqrt, isfinite, log, sqrt, tau
import random as _random


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


_root_of_two = sqrt(2.0)

# Wichura, "Algorithm AS241: The Percentage Points of the Normal Distribution" (1988): quotients of polynomials, by their coefficients, the
# highest first, of probabilities near to a half, of those in the tails, and of those far out.
_near_above = (2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987,
               13731.69376550946, 1971.5909503065513, 133.14166789178438, 3.3871328727963665)
_near_below = (5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597,
               5394.196021424751, 687.1870074920579, 42.31333070160091, 1.0)
_tail_above = (0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
               3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835)
_tail_below = (1.0507500716444169e-09, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
               0.6897673349851, 1.6763848301838038, 2.053191626637759, 1.0)
_far_above = (2.0103343992922881e-07, 2.7115555687434876e-05, 0.0012426609473880784, 0.026532189526576124,
              0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103)
_far_below = (2.0442631033899397e-15, 1.421511758316446e-07, 1.8463183175100548e-05, 0.0007868691311456133,
              0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1.0)


def _quotient(x, above, below):
    a = b = 0.0
    for k in range(8):
        a, b = a * x + above[k], b * x + below[k]
    return a, b


def _percentage_point(p, mu, sigma):
    # the number below which the normal distribution has a part p of its area
    q = p - 0.5
    if fabs(q) <= 0.425:
        a, b = _quotient(0.180625 - q * q, _near_above, _near_below)
        return mu + a * q / b * sigma
    r = sqrt(-log(p if q <= 0.0 else 1.0 - p))
    a, b = _quotient(r - 1.6, _tail_above, _tail_below) if r <= 5.0 else _quotient(r - 5.0, _far_above, _far_below)
    x = a / b
    return mu + (-x if q < 0.0 else x) * sigma


class NormalDist:
    __slots__ = ('_mu', '_sigma')

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        sigma = float(stdev(data))
        return cls(float(mean(data)), sigma)

    def samples(self, n, *, seed=None):
        gauss = _random.gauss if seed is None else _random.Random(seed).gauss
        mu, sigma = self._mu, self._sigma
        return [gauss(mu, sigma) for _ in range(n)]

    def pdf(self, x):
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError('pdf() not defined when sigma is zero')
        diff = x - self._mu
        return exp(diff * diff / (-2.0 * variance)) / sqrt(tau * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * (1.0 + erf((x - self._mu) / (self._sigma * _root_of_two)))

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        if self._sigma <= 0.0:
            raise StatisticsError('cdf() not defined when sigma at or below zero')
        return _percentage_point(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        x, y = self, other
        if (y._sigma, y._mu) < (x._sigma, x._mu):
            x, y = y, x
        one, two = x.variance, y.variance
        if not one or not two:
            raise StatisticsError('overlap() not defined when sigma is zero')
        dv, dm = two - one, fabs(y._mu - x._mu)
        if not dv:
            return 1.0 - erf(dm / (2.0 * x._sigma * _root_of_two))
        a = x._mu * two - y._mu * one
        b = x._sigma * y._sigma * sqrt(dm * dm + dv * log(two / one))
        low, high = (a + b) / dv, (a - b) / dv
        return 1.0 - (fabs(y.cdf(low) - x.cdf(low)) + fabs(y.cdf(high) - x.cdf(high)))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self._mu) / self._sigma

    mean = property(lambda self: self._mu)
    median = property(lambda self: self._mu)
    mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma * self._sigma)

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * fabs(other))

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / fabs(other))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    __radd__ = __add__

    def __rsub__(self, other):
        return -(self - other)

    __rmul__ = __mul__

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return '%s(mu=%r, sigma=%r)' % (type(self).__name__, self._mu, self._sigma)
