from datetime import _lacks
from collections import namedtuple
import math

MINYEAR = 1
MAXYEAR = 9999

_month_names = ['', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
_day_names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
_month_days = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
_most_days = 3652059  # the number of 9999-12-31


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else _month_days[month]


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _days_before_month(year, month):
    n = 0
    for m in range(1, month):
        n += _days_in(year, m)
    return n


def _to_ordinal(year, month, day):
    return _days_before_year(year) + _days_before_month(year, month) + day


def _from_ordinal(n):
    # the year, month and day of a day, counted from 0001-01-01, which is 1
    year = (n - 1) * 400 // 146097 + 1
    while _days_before_year(year) >= n:
        year -= 1
    while _days_before_year(year + 1) < n:
        year += 1
    n -= _days_before_year(year)
    month = 1
    while n > _days_in(year, month):
        n -= _days_in(year, month)
        month += 1
    return year, month, n


def _integer(x):
    if not isinstance(x, int):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(x).__name__)
    return int(x)


def _check_date(year, month, day):
    year, month, day = _integer(year), _integer(month), _integer(day)
    if not 1 <= year <= 9999:
        raise ValueError('year %d is out of range' % year)
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _days_in(year, month):
        raise ValueError('day is out of range for month')
    return year, month, day


def _check_time(hour, minute, second, microsecond):
    hour, minute, second, microsecond = _integer(hour), _integer(minute), _integer(second), _integer(microsecond)
    if not 0 <= hour <= 23:
        raise ValueError('hour must be in 0..23')
    if not 0 <= minute <= 59:
        raise ValueError('minute must be in 0..59')
    if not 0 <= second <= 59:
        raise ValueError('second must be in 0..59')
    if not 0 <= microsecond <= 999999:
        raise ValueError('microsecond must be in 0..999999')
    return hour, minute, second, microsecond


def _no_zone(tzinfo):
    if tzinfo is not None:
        _lacks('a time zone')


def _name(x):
    t = type(x)
    return t.__name__ if t.__module__ != 'datetime' else 'datetime.' + t.__name__


class timedelta:
    __slots__ = ('_us',)

    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        for name, x in (('days', days), ('seconds', seconds), ('microseconds', microseconds), ('milliseconds', milliseconds),
                        ('minutes', minutes), ('hours', hours), ('weeks', weeks)):
            if not isinstance(x, (int, float)):
                raise TypeError('unsupported type for timedelta %s component: %s' % (name, _name(x)))
        whole, rest = 0, 0.0
        for x, unit in ((days, 86400000000), (seconds, 1000000), (microseconds, 1), (milliseconds, 1000), (minutes, 60000000), (hours, 3600000000), (weeks, 604800000000)):
            if isinstance(x, float):
                part, full = math.modf(x)
                whole += int(full) * unit
                part *= unit
                fraction, full = math.modf(part)
                whole += int(full)
                rest += fraction
            else:
                whole += x * unit
        object.__setattr__(self, '_us', whole + (round(whole % 2 + rest) - whole % 2 if rest else 0))
        if abs(self._us // 86400000000) > 2147483647:
            raise OverflowError('Python int too large to convert to C int')
        if abs(self._us // 86400000000) > 999999999:
            raise OverflowError('days=%d; must have magnitude <= 999999999' % (self._us // 86400000000))

    @property
    def days(self):
        return self._us // 86400000000

    @property
    def seconds(self):
        return self._us % 86400000000 // 1000000

    @property
    def microseconds(self):
        return self._us % 1000000

    def total_seconds(self):
        return self._us / 1000000

    def __add__(self, other):
        return _delta(self._us + other._us) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return _delta(self._us - other._us) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return _delta(other._us - self._us) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return _delta(-self._us)

    def __pos__(self):
        return self

    def __abs__(self):
        return _delta(abs(self._us))

    def __mul__(self, other):
        if isinstance(other, int):
            return _delta(self._us * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return _delta(_divided(self._us * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us / other._us
        if isinstance(other, int):
            return _delta(_divided(self._us, other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return _delta(_divided(self._us * b, a))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us // other._us
        return _delta(self._us // other) if isinstance(other, int) else NotImplemented

    def __mod__(self, other):
        return _delta(self._us % other._us) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return self._us // other._us, _delta(self._us % other._us)

    def __eq__(self, other):
        return self._us == other._us if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us < other._us if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._us <= other._us if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._us > other._us if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._us >= other._us if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((timedelta, self._us))

    def __bool__(self):
        return self._us != 0

    def __repr__(self):
        parts = ['%s=%d' % (n, x) for n, x in (('days', self.days), ('seconds', self.seconds), ('microseconds', self.microseconds)) if x]
        return 'datetime.timedelta(%s)' % (', '.join(parts) or '0')

    def __str__(self):
        m, s = divmod(self.seconds, 60)
        text = '%d:%02d:%02d' % (m // 60, m % 60, s)
        if self.days:
            text = '%d day%s, %s' % (self.days, '' if abs(self.days) == 1 else 's', text)
        return text + '.%06d' % self.microseconds if self.microseconds else text


def _divided(a, b):
    # rounded half to even
    if b < 0:
        a, b = -a, -b
    q, r = divmod(a, b)
    return q + 1 if 2 * r > b or 2 * r == b and q % 2 else q


def _delta(us):
    return timedelta(0, 0, us)


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


def _formatted(x, how):
    # strftime of a date, time or datetime
    is_date, is_time = isinstance(x, date), isinstance(x, (time, datetime))
    year, month, day = (x.year, x.month, x.day) if is_date else (1900, 1, 1)
    hour, minute, second, us = (x.hour, x.minute, x.second, x.microsecond) if is_time else (0, 0, 0, 0)
    weekday = (_to_ordinal(year, month, day) + 6) % 7
    yday = _days_before_month(year, month) + day
    parts, at = [], 0
    while at < len(how):
        c = how[at]
        at += 1
        if c != '%' or at == len(how):
            parts.append(c)
            continue
        c = how[at]
        at += 1
        if c == 'Y':
            parts.append('%d' % year)
        elif c == 'm':
            parts.append('%02d' % month)
        elif c == 'd':
            parts.append('%02d' % day)
        elif c == 'H':
            parts.append('%02d' % hour)
        elif c == 'M':
            parts.append('%02d' % minute)
        elif c == 'S':
            parts.append('%02d' % second)
        elif c == 'f':
            parts.append('%06d' % us)
        elif c == 'y':
            parts.append('%02d' % (year % 100))
        elif c == 'j':
            parts.append('%03d' % yday)
        elif c == 'I':
            parts.append('%02d' % ((hour - 1) % 12 + 1))
        elif c == 'p':
            parts.append('AM' if hour < 12 else 'PM')
        elif c == 'A':
            parts.append(_day_names[weekday])
        elif c == 'a':
            parts.append(_day_names[weekday][:3])
        elif c == 'B':
            parts.append(_month_names[month])
        elif c in 'bh':
            parts.append(_month_names[month][:3])
        elif c == 'w':
            parts.append(str((weekday + 1) % 7))
        elif c == 'u':
            parts.append(str(weekday + 1))
        elif c == 'e':
            parts.append('%2d' % day)
        elif c == 'U':
            parts.append('%02d' % ((yday + 6 - (weekday + 1) % 7) // 7))
        elif c == 'W':
            parts.append('%02d' % ((yday + 6 - weekday) // 7))
        elif c in 'GV':
            iso = _iso(year, month, day)
            parts.append('%d' % iso[0] if c == 'G' else '%02d' % iso[1])
        elif c == 'C':
            parts.append('%d' % (year // 100))
        elif c in 'FTDRcxX':
            parts.append(_formatted(x, {'F': '%Y-%m-%d', 'T': '%H:%M:%S', 'D': '%m/%d/%y', 'R': '%H:%M', 'c': '%a %b %e %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S'}[c]))
        elif c == '%':
            parts.append('%')
        elif c == 'n':
            parts.append('\n')
        elif c == 't':
            parts.append('\t')
        elif c in 'zZ':
            pass  # nothing has a time zone
        else:
            _lacks('the format `%%%s`' % c)
    return ''.join(parts)


def _iso(year, month, day):
    # the year, week and day of the week in ISO 8601
    n = _to_ordinal(year, month, day)
    weekday = (n + 6) % 7
    thursday = _from_ordinal(n - weekday + 3) if n - weekday + 3 > 0 else (0, 12, 28)
    first = _to_ordinal(thursday[0], 1, 4) if thursday[0] > 0 else -361
    monday = first - (first + 6) % 7
    return thursday[0], (n - monday) // 7 + 1, weekday + 1


_same = object()  # stands for what `replace` leaves as it is


class _Comparing:
    # what dates and times do alike: _key is what they are compared by and made of
    __slots__ = ()

    def _replaced(self, *parts):
        return type(self)(*[old if new is _same else new for new, old in zip(parts, self._key())])

    def __eq__(self, other):
        return self._key() == other._key() if self._fits(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __lt__(self, other):
        return self._key() < other._key() if self._fits(other) else self._refuses(other, '<')

    def __le__(self, other):
        return self._key() <= other._key() if self._fits(other) else self._refuses(other, '<=')

    def __gt__(self, other):
        return self._key() > other._key() if self._fits(other) else self._refuses(other, '>')

    def __ge__(self, other):
        return self._key() >= other._key() if self._fits(other) else self._refuses(other, '>=')

    def _refuses(self, other, op):
        if isinstance(self, date) and isinstance(other, date):
            raise TypeError("can't compare %s to %s" % (_name(self), _name(other)))
        return NotImplemented

    def __format__(self, how):
        return self.strftime(how) if how else str(self)

    def strftime(self, format):
        return _formatted(self, format)


class date(_Comparing):
    __slots__ = ('_year', '_month', '_day')

    def __init__(self, year, month, day):
        self._year, self._month, self._day = _check_date(year, month, day)

    @property
    def year(self):
        return self._year

    @property
    def month(self):
        return self._month

    @property
    def day(self):
        return self._day

    @classmethod
    def fromordinal(cls, n):
        n = _integer(n)
        if not 1 <= n:
            raise ValueError('ordinal must be >= 1')
        if n > _most_days:
            raise ValueError('year %d is out of range' % _from_ordinal(n)[0])
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        return cls(*_read(text, _read_date))

    @classmethod
    def fromisocalendar(cls, year, week, day):
        year, week, day = _integer(year), _integer(week), _integer(day)
        if not 1 <= year <= 9999:
            raise ValueError('Year is out of range: %d' % year)
        if not 1 <= week <= _iso(year, 12, 28)[1]:
            raise ValueError('Invalid week: %d' % week)
        if not 1 <= day <= 7:
            raise ValueError('Invalid day: %d (range is [1, 7])' % day)
        fourth = _to_ordinal(year, 1, 4)
        return cls.fromordinal(fourth - (fourth + 6) % 7 + 7 * week + day - 8)

    @classmethod
    def today(cls):
        _lacks('the date of today, with which a program would print something else each day')

    def _key(self):
        return (self._year, self._month, self._day)

    def _fits(self, other):
        return isinstance(other, date) and not isinstance(other, datetime)

    def toordinal(self):
        return _to_ordinal(self._year, self._month, self._day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        return IsoCalendarDate(*_iso(self._year, self._month, self._day))

    def timetuple(self):
        return _time_tuple(self, 0, 0, 0)

    def isoformat(self):
        return '%04d-%02d-%02d' % (self._year, self._month, self._day)

    def __str__(self):
        return self.isoformat()

    def ctime(self):
        return _formatted(self, '%a %b %e %H:%M:%S ') + '%04d' % self._year

    def replace(self, year=_same, month=_same, day=_same):
        return self._replaced(year, month, day)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 0 < n <= _most_days:
            raise OverflowError('date value out of range')
        return type(self)(*_from_ordinal(n))

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        return timedelta(self.toordinal() - other.toordinal()) if self._fits(other) else NotImplemented

    def __repr__(self):
        return '%s(%d, %d, %d)' % (_name(self), self._year, self._month, self._day)


class time(_Comparing):
    __slots__ = ('_hour', '_minute', '_second', '_us')

    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        _no_zone(tzinfo)
        self._hour, self._minute, self._second, self._us = _check_time(hour, minute, second, microsecond)

    @property
    def hour(self):
        return self._hour

    @property
    def minute(self):
        return self._minute

    @property
    def second(self):
        return self._second

    @property
    def microsecond(self):
        return self._us

    @property
    def tzinfo(self):
        return None

    @classmethod
    def fromisoformat(cls, text):
        return cls(*_read(text, lambda text: _read_time(text.removeprefix('T'))))

    def _key(self):
        return (self._hour, self._minute, self._second, self._us)

    def _fits(self, other):
        return isinstance(other, time)

    def isoformat(self, timespec='auto'):
        return _time_text(self._hour, self._minute, self._second, self._us, timespec)

    def __str__(self):
        return self.isoformat()

    def replace(self, hour=_same, minute=_same, second=_same, microsecond=_same, tzinfo=None):
        _no_zone(tzinfo)
        return self._replaced(hour, minute, second, microsecond)

    def __repr__(self):
        return '%s(%s)' % (_name(self), _time_arguments(self._hour, self._minute, self._second, self._us))


def _time_arguments(hour, minute, second, us):
    text = '%d, %d' % (hour, minute)
    if second or us:
        text += ', %d' % second
    return text + ', %d' % us if us else text


def _time_text(hour, minute, second, us, timespec):
    if timespec == 'auto':
        timespec = 'microseconds' if us else 'seconds'
    if timespec == 'hours':
        return '%02d' % hour
    if timespec == 'minutes':
        return '%02d:%02d' % (hour, minute)
    if timespec == 'seconds':
        return '%02d:%02d:%02d' % (hour, minute, second)
    if timespec == 'milliseconds':
        return '%02d:%02d:%02d.%03d' % (hour, minute, second, us // 1000)
    if timespec == 'microseconds':
        return '%02d:%02d:%02d.%06d' % (hour, minute, second, us)
    raise ValueError('Unknown timespec value')


def _read(text, how):
    # the parts that a function finds in the argument of `fromisoformat`
    if not isinstance(text, str):
        raise TypeError('fromisoformat: argument must be str')
    parts = how(text)
    if parts is None:
        raise ValueError('Invalid isoformat string: %r' % text)
    return parts


def _read_date(text):
    # YYYY-MM-DD, or without hyphens; None if it is something else
    if len(text) == 8 and text.isascii() and text.isdigit():
        return int(text[:4]), int(text[4:6]), int(text[6:])
    if 'W' in text:
        _lacks('weeks in `fromisoformat`')
    if len(text) != 10 or text[4] != '-' or text[7] != '-' or not text.isascii():
        return None
    parts = text[:4], text[5:7], text[8:]
    return tuple([int(p) for p in parts]) if ''.join(parts).isdigit() else None


def _read_time(text):
    # HH, HH:MM or HH:MM:SS, or these without colons, with a fraction or without one; None if it is something else
    if '+' in text or '-' in text or text.endswith('Z'):
        _lacks('a time zone')
    clock, point, fraction = text.replace(',', '.').partition('.')
    parts = clock.split(':') if ':' in clock else [clock[k:k + 2] for k in range(0, len(clock), 2)] or ['']
    if len(parts) > 3 or [p for p in parts if len(p) != 2 or not p.isdigit()] or not text.isascii():
        return None
    if point and not fraction.isdigit():
        return None
    return tuple([int(p) for p in parts] + [0] * (3 - len(parts)) + [int((fraction + '00000')[:6]) if point else 0])


def _read_date_and_time(text):
    size = 8 if text[:8].isdigit() else 10
    day = _read_date(text[:size])
    clock = (0, 0, 0, 0) if len(text) == size else _read_time(text[size + 1:])
    return None if day is None or clock is None else day + clock


class datetime(date):
    __slots__ = ('_hour', '_minute', '_second', '_us')

    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        _no_zone(tzinfo)
        self._year, self._month, self._day = _check_date(year, month, day)
        self._hour, self._minute, self._second, self._us = _check_time(hour, minute, second, microsecond)

    hour, minute, second, microsecond, tzinfo = time.hour, time.minute, time.second, time.microsecond, time.tzinfo

    @classmethod
    def now(cls, tz=None):
        _lacks('the time of day, with which a program would print something else each time')

    today = utcnow = now

    @classmethod
    def combine(cls, date, time, tzinfo=None):
        _no_zone(tzinfo)
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond)

    @classmethod
    def fromisoformat(cls, text):
        return cls(*_read(text, _read_date_and_time))

    @classmethod
    def strptime(cls, text, format):
        for n, x in ((1, text), (2, format)):
            if not isinstance(x, str):
                raise TypeError('strptime() argument %d must be str, not %s' % (n, _name(x)))
        return cls(*_parsed(text, format))

    def _key(self):
        return (self._year, self._month, self._day, self._hour, self._minute, self._second, self._us)

    def _fits(self, other):
        return isinstance(other, datetime)

    def _micros(self):
        return ((self.toordinal() * 24 + self._hour) * 60 + self._minute) * 60000000 + self._second * 1000000 + self._us

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return time(self._hour, self._minute, self._second, self._us)

    def timetuple(self):
        return _time_tuple(self, self._hour, self._minute, self._second)

    def timestamp(self):
        _lacks('`timestamp` of a time without a time zone')

    def isoformat(self, sep='T', timespec='auto'):
        return '%04d-%02d-%02d' % (self._year, self._month, self._day) + sep + _time_text(self._hour, self._minute, self._second, self._us, timespec)

    def __str__(self):
        return self.isoformat(' ')

    def replace(self, year=_same, month=_same, day=_same, hour=_same, minute=_same, second=_same, microsecond=_same, tzinfo=None):
        _no_zone(tzinfo)
        return self._replaced(year, month, day, hour, minute, second, microsecond)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        us = self._micros() + other._us
        n, rest = divmod(us, 86400000000)
        if not 0 < n <= _most_days:
            raise OverflowError('date value out of range')
        s, us = divmod(rest, 1000000)
        return type(self)(*_from_ordinal(n), s // 3600, s // 60 % 60, s % 60, us)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + _delta(-other._us)
        return _delta(self._micros() - other._micros()) if isinstance(other, datetime) else NotImplemented

    def __repr__(self):
        return '%s(%d, %d, %d, %s)' % (_name(self), self._year, self._month, self._day, _time_arguments(self._hour, self._minute, self._second, self._us))


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
time.min, time.max, time.resolution = time(), time(23, 59, 59, 999999), timedelta(0, 0, 1)
datetime.min, datetime.max, datetime.resolution = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999), timedelta(0, 0, 1)


class IsoCalendarDate(namedtuple('IsoCalendarDate', 'year week weekday')):
    def __repr__(self):
        return 'datetime.IsoCalendarDate(year=%d, week=%d, weekday=%d)' % (self.year, self.week, self.weekday)


class struct_time(namedtuple('struct_time', 'tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst')):
    def __repr__(self):
        return 'time.struct_time(%s)' % ', '.join(['%s=%d' % (n, x) for n, x in zip(self._fields, self)])


def _time_tuple(d, hour, minute, second):
    return struct_time(d.year, d.month, d.day, hour, minute, second, d.weekday(), _days_before_month(d.year, d.month) + d.day, -1)


# The directives of strptime: the least and most digits, and the lowest and highest number; or the names of what is counted.
_digits = {'Y': (4, 4, 0, 9999), 'y': (2, 2, 0, 99), 'm': (1, 2, 1, 12), 'd': (1, 2, 1, 31), 'j': (1, 3, 1, 366), 'H': (1, 2, 0, 23), 'I': (1, 2, 1, 12),
           'M': (1, 2, 0, 59), 'S': (1, 2, 0, 61), 'f': (1, 6, 0, 999999)}
_named = {'b': [n[:3] for n in _month_names], 'B': _month_names, 'a': [n[:3] for n in _day_names], 'A': _day_names, 'p': ['AM', 'PM']}


def _directives(how):
    # the parts of a format for strptime: directives, characters, and one space for any number of them
    parts, at = [], 0
    while at < len(how):
        c = how[at]
        at += 1
        if c == '%':
            c = how[at:at + 1]
            at += 1
            if not c:
                raise ValueError("stray %% in format '%s'" % how)
            if c in 'cxXUWwGVuzZ':
                _lacks('the format `%%%s` of `strptime`' % c)
            if c != '%' and c not in _digits and c not in _named:
                raise ValueError("'%s' is a bad directive in format '%s'" % (c, how))
            parts.append('%' + c)
        elif not c.isspace():
            parts.append(c)
        elif parts[-1:] != [' ']:
            parts.append(' ')
    return parts


def _readings(text, at, c):
    # the numbers that a directive can read at a position, each with its end, and the one to try first as the last one
    found = []
    if c in _named:
        for n, name in enumerate(_named[c]):
            if name and text[at:at + len(name)].lower() == name.lower():
                found.append((n, at + len(name)))
        return found
    least, most, low, high = _digits[c]
    for end in range(at + least, min(at + most, len(text)) + 1):
        digits = text[at:end]
        if digits.isascii() and digits.isdigit() and low <= int(digits) <= high:
            found.append((int((digits + '00000')[:6] if c == 'f' else digits), end))
    return found


def _parsed(text, how):
    # the parts of a datetime that strptime finds; where one does not fit, the last one that has other readings gets the next of these
    parts = _directives(how)
    tries = [(0, 0, {'Y': 1900, 'm': 1, 'd': 1, 'H': 0, 'M': 0, 'S': 0, 'f': 0})]
    while tries:
        k, at, found = tries.pop()
        if k == len(parts):
            break
        part = parts[k]
        if part == ' ':
            end = at
            while end < len(text) and text[end].isspace():
                end += 1
            if end > at:
                tries.append((k + 1, end, found))
        elif len(part) == 1 or part == '%%':
            if text[at:at + 1].lower() == part[0].lower():
                tries.append((k + 1, at + 1, found))
        else:
            key = 'm' if part in ('%b', '%B') else part[1]
            for n, end in _readings(text, at, part[1]):
                tries.append((k + 1, end, {**found, key: n}))
    else:
        raise ValueError('time data %r does not match format %r' % (text, how))
    if at < len(text):
        raise ValueError('unconverted data remains: %s' % text[at:])
    if 'y' in found:
        found['Y'] = found['y'] + (2000 if found['y'] < 69 else 1900)
    if 'I' in found:
        found['H'] = found['I'] % 12 + 12 * found.get('p', 0)
    if 'j' in found:
        found['Y'], found['m'], found['d'] = _from_ordinal(_days_before_year(found['Y']) + found['j'])
    return [found[c] for c in 'YmdHMSf']
