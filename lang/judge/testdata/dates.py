# Random dates, times and spans: arithmetic, formats, and what is refused.
import datetime as dt
from datetime import date, datetime, timedelta, time
import random

random.seed(20240229)
for _ in range(60):
    d = date(random.randint(1, 9999), random.randint(1, 12), random.randint(1, 28))
    e = date.fromordinal(random.randint(1, 3652059))
    s = timedelta(random.randint(-9999, 9999), random.randint(-99999, 99999), random.randint(-10 ** 7, 10 ** 7), hours=random.random(), weeks=random.choice([0, 1, -0.5]))
    t = datetime(d.year, d.month, d.day, random.randrange(24), random.randrange(60), random.randrange(60), random.choice([0, random.randrange(10 ** 6)]))
    print(d, e, d.toordinal(), e.weekday(), e.isoweekday(), tuple(e.isocalendar()), d - e, d < e, d == e, repr(d), max(d, e).isoformat())
    print(s, repr(s), s.days, s.seconds, s.microseconds, s.total_seconds(), -s, abs(s), s * 3, s / 7, s // 7, s * 0.37, s / 0.7, s / timedelta(hours=1), divmod(s, timedelta(minutes=7)), s % timedelta(days=1))
    try:
        print(t + s, t - s, d + s, (t + s).isoformat(), t - datetime(2000, 1, 1), repr(t + s), t.time(), t.date())
    except OverflowError as x:
        print(x)
    print(t.strftime('%d.%m.%y %H:%M:%S %f %j %I %p %A %a %B %b %w %u %U %W %G %V %e %C %% %x %X %c %F %T %D %R'), t.ctime(), t.time().isoformat('minutes'), f'{t:%H%M} {d:%A}')
    print(datetime.fromisoformat(t.isoformat()) == t, date.fromisoformat(str(d)) == d, datetime.strptime(t.strftime('%Y-%m-%d %H:%M:%S.%f').zfill(26), '%Y-%m-%d %H:%M:%S.%f') == t, hash(t) == hash(t + timedelta(0)), t.timetuple()[:8])
wrong = [lambda: date(2023, 2, 29), lambda: date(2023, 13, 1), lambda: date(0, 1, 1), lambda: date(2023, 1, 1.5), lambda: date('a', 1, 1), lambda: datetime(2023, 1, 1, 24), lambda: time(1, 60),
         lambda: date.fromisoformat('2023-1-1'), lambda: datetime.fromisoformat('2023-01-01T'), lambda: date.max + timedelta(1), lambda: date.min - timedelta(1), lambda: date(2000, 1, 1) < datetime(2000, 1, 1),
         lambda: date(2000, 1, 1) < 5, lambda: date(2000, 1, 1) + 5, lambda: date(2000, 1, 1) + date(2000, 1, 1), lambda: timedelta('a'), lambda: timedelta(1) + 1, lambda: timedelta(1) / 0, lambda: timedelta(10 ** 10),
         lambda: datetime.strptime('2023', '%Y-%m'), lambda: datetime.strptime('2023 x', '%Y'), lambda: datetime.strptime('31/02/2023', '%d/%m/%Y'), lambda: date(2000, 1, 31).replace(month=2), lambda: timedelta(1) < 3, lambda: date.fromordinal(0)]
for w in wrong:
    try:
        print(w())
    except (ValueError, TypeError, OverflowError, ZeroDivisionError) as x:
        print(type(x).__name__, x)
print(datetime.strptime('3 Mar 2024 07:05 pm', '%d %b %Y %I:%M %p'), datetime.strptime('Friday, 29/02/24', '%A, %d/%m/%y'), datetime.strptime('24/1/5 6', '%y/%m/%d %H'), datetime.strptime('060', '%j'))
print(date.min, date.max, datetime.max, timedelta.max, timedelta.min, time.max, repr(time(1, 2, 3, 4)), repr(datetime.min), date.resolution, dt.MINYEAR)
print(sum([timedelta(hours=h) for h in range(5)], timedelta()), sorted([date(2024, 5, 1), date(2023, 5, 1)]), {date(2024, 1, 1): 'x'}[date(2024, 1, 1)], date(2024, 1, 1) == datetime(2024, 1, 1), date(2024, 1, 1) != 3)
print(bool(timedelta()), bool(time()), timedelta(microseconds=0.5), timedelta(microseconds=1.5), timedelta(days=1.1), timedelta(1) == timedelta(hours=24), isinstance(datetime(2024, 1, 1), date), datetime(2024, 1, 2).replace(hour=5), datetime.combine(date(2024, 1, 2), time(3)))


class Day(date):
    def next(self):
        return self + timedelta(days=1)


print(Day(2024, 2, 28).next(), type(Day(2024, 2, 28).next()).__name__, Day.fromordinal(5))
# a loop that becomes hot
d, n = date(2000, 1, 1), 0
while d < date(2001, 1, 1):
    n += d.weekday() == 4 and d.day == 13
    d += timedelta(days=1)
print(n, d)
# weeks of ISO 8601
for parts in [(2026, 1, 1), (2020, 53, 7), (2021, 53, 1), (2024, 0, 1), (2024, 1, 8), (0, 1, 1), (9999, 52, 5), (9999, 52, 6), (1, 1, 1), (10000, 1, 1)]:
    try:
        print(date.fromisocalendar(*parts), repr(datetime.fromisocalendar(*parts)))
    except ValueError as e:
        print(parts, e)
print(all([date.fromisocalendar(*d.isocalendar()) == d for d in [date(1990, 1, 1) + timedelta(days=97 * k) for k in range(200)]]))
# what is read without colons, what `replace` refuses, and arguments that are no integers
for text in ['T0405', '040506', '0405', '04', '04:05:06,123456789', '04:05:06.1', '04:05:6', '04:0506', '040', '04:', '24:00', 'T', '', '04:05,5', '04.5', '0405.25', '04:05:06.', '04:05:06.x', 'T04:05', 5]:
    for kind, given in [(time, text), (datetime, '2020-01-02 %s' % text), (datetime, '20200102%s' % text)]:
        try:
            print(repr(kind.fromisoformat(given)))
        except (ValueError, TypeError) as e:
            print(type(e).__name__, e)
t = datetime(2020, 1, 2, 3, 4, 5, 6)
for w in [lambda: t.replace(hour=None), lambda: t.replace(2021, tzinfo=None), lambda: t.date().replace(month=None), lambda: t.time().replace(microsecond=None), lambda: t.time().replace(0, second=9, tzinfo=None),
          lambda: date.fromordinal('a'), lambda: date.fromordinal(1.0), lambda: date.fromisocalendar('a', 1, 1), lambda: date.fromisocalendar(2020, 1, 1.0), lambda: datetime.combine(t.date(), t.time(), None),
          lambda: [hasattr(x, 'fold') for x in (t, t.date(), t.time(), Day, timedelta(1))], lambda: [c.__qualname__ for c in (date, datetime, timedelta, Day)]]:
    try:
        print(w())
    except TypeError as e:
        print(e)
# formats of strptime: directives that it lacks, white space, and digits that one directive leaves to another
for text, how in [('2020-01-02', '%F'), ('10:00:00', '%T'), ('1', '%'), ('%F', '%%F'), ('1 2', '%H  %M'), ('1  2', '%H %M'), ('1', '%Q'), ('5', '%e'), ('12', '%d%m'), ('111', '%d%m'), ('12312', '%H%M%S'),
                  ('1111', '%d%m%y'), ('2020111', '%Y%m%d'), ('123', '%f%d'), ('366 2021', '%j %Y'), ('366 2020', '%j %Y'), ('4pm', '%I%p'), ('13 pm', '%I %p'), ('12 AM', '%I %p'), ('x', 'x '), ('a.b', 'a.b'), ('aXb', 'a.b'),
                  ('61', '%S'), ('62', '%S'), ('may 5', '%b %d'), ('68', '%y'), ('69', '%y'), ('', ''), ('02/29', '%m/%d'), ('1.1234567', '%S.%f'), (5, '%S'), ('5', 5)]:
    try:
        print(repr(datetime.strptime(text, how)))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
