"""What all kernels in Python share: see harness.h. Run as

    pypy3 harness.py KERNEL N SAMPLES
    pypy3 harness.py KERNEL serve

A kernel's file defines kernel and setup(n), which returns kernel's arguments.
"""
import math
import os
import sys
import time
import types

MODULUS = 2147483647


def fill(seed, n):
    items = [0.0] * n
    for k in range(n):
        seed = seed * 16807 % MODULUS
        items[k] = seed / MODULUS
    return items


def indexes(seed, n, below):
    items = [0] * n
    for k in range(n):
        seed = seed * 16807 % MODULUS
        items[k] = seed % below
    return items


def ramp(n):
    return [k * 0.5 for k in range(n)]


def zeros(n):
    return [0.0] * n


def fail():
    raise IndexError("out of bounds")


def define(name, fields, **methods):
    """Make a class with a constructor that takes its fields."""
    lines = ["def __init__(self, %s):" % ", ".join(fields.split())]
    lines += ["    self.%s = %s" % (field, field) for field in fields.split()]
    exec("\n".join(lines), methods)
    del methods["__builtins__"]
    return type(name, (object,), methods)


def mix(d, x):
    return (d * 31 + x) % MODULUS


def digest(value):
    d = 0
    for x in value if isinstance(value, list) else [value]:
        if isinstance(x, int):
            d = mix(d, x % MODULUS)
            continue
        if math.isnan(x) or math.isinf(x):
            d = mix(d, 1)
            continue
        mantissa, exponent = math.frexp(x)
        scaled = mantissa * 134217728.0
        high = math.floor(scaled)
        d = mix(d, high + 134217728)
        d = mix(d, int((scaled - high) * 67108864.0))
        d = mix(d, exponent + 2000)
    return d


def load(name):
    """Make a module of a kernel's file: PyPy looks names up faster in modules than in other dictionaries."""
    module = types.ModuleType(name)
    module.__dict__.update(
        fill=fill, indexes=indexes, ramp=ramp, zeros=zeros, fail=fail, define=define, sqrt=math.sqrt
    )
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    with open(path) as f:
        exec(compile(f.read(), path, "exec"), module.__dict__)
    return module.kernel, module.setup


def main():
    kernel, setup = load(sys.argv[1])
    clock = time.perf_counter

    def sample(n):
        args = setup(n)
        start = clock()
        value = kernel(*args)
        return (clock() - start) * 1e9, value

    if sys.argv[2] == "serve":
        while True:
            line = sys.stdin.readline()
            if not line:
                return
            spent, value = sample(int(line))
            sys.stdout.write("%d %d\n" % (spent, digest(value)))
            sys.stdout.flush()
    n, count = int(sys.argv[2]), int(sys.argv[3])
    for _ in range(5):
        sample(n)
    results = [sample(n) for _ in range(count)]
    times = sorted(spent for spent, _ in results)
    print(
        "digest %d, least %.3f ns, median %.3f ns"
        % (digest(results[-1][1]), times[0] / n, times[count // 2] / n)
    )


if __name__ == "__main__":
    main()
