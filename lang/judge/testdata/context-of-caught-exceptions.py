# What was being handled when an exception was raised may be in a function that called the one in which it is caught.
class Missing(Exception):
    pass


def find(d, key):
    try:
        return d[key]
    except KeyError as e:
        print(repr(e.__context__))
        raise Missing(key) from e


def number(text):
    try:
        return int(text)
    except ValueError as e:
        return repr(e.__context__), repr(e.__context__ and e.__context__.__context__)


def within(depth):
    return within(depth - 1) if depth else number('x')


print(number('x'))
try:
    find({}, 'a')
except Missing as e:
    print(repr(e.__cause__), repr(e.__cause__.__context__), number('y'), within(5))
    try:
        [][1]
    except IndexError:
        print(within(3))
    print(within(2))
print(within(1))


def again():
    try:
        raise saved
    except ValueError as e:
        return e.__context__


saved = ValueError('saved')
try:
    raise saved
except ValueError:
    print(again())
for k in range(300):
    try:
        1 / (k % 2)
    except ZeroDivisionError:
        last = within(1)
print(last)
try:
    1 .missing
except AttributeError:
    find({}, 'b')
