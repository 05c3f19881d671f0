# Builtin functions that call the program within one another, deeper than 200; the depth of calls bounds them.
import sys


def deepest(n):
    return max([n], key=lambda x: deepest(n - 1) if n else 0)


class Node:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return 'Node(%r)' % (self.n,)

    def __eq__(self, o):
        return self.n == o.n

    def __hash__(self):
        return hash((self.n, 1))

    def __getattr__(self, name):
        return self.n.last if isinstance(self.n, Node) else name

    def __len__(self):
        return len(self.n) + 1 if self.n else 0

    def __bool__(self):
        return True


print(deepest(250))
a = b = None
for i in range(300):
    a = Node(a)
    b = Node(b)
print(a == b, hash(a) == hash(b), len(repr(a)), a.last, len(a))


class Same:
    def __repr__(self):
        return repr(self)


try:
    repr(Same())
except RecursionError as e:
    print(type(e).__name__)
sys.setrecursionlimit(5000)
l = []
for i in range(2000):
    l = [l]
print(len(repr(l)))


def there(n):
    back(n + 1)


def back(n):
    there(n + 1)


there(0)
