import math, random
print(math.prod([1, 2, 3.5]), math.prod([], start=7), math.prod(range(1, 30)), math.comb(10, 3), math.comb(5, 9), math.comb(100, 98), math.perm(5), math.perm(5, 2), math.perm(3, 7), math.comb(2 ** 70, 2), math.lcm(), math.lcm(4, -6, 10), math.lcm(0, 3), math.isclose(1, 1 + 1e-10), math.isclose(0, 1e-12), math.isclose(0, 1e-12, abs_tol=1e-9), math.isclose(float('inf'), float('inf')), math.isclose(1, 2, rel_tol=0.6))
for f in (lambda: math.comb(-1, 2), lambda: math.comb(2, -1), lambda: math.comb(1.0, 2), lambda: math.perm(-2), lambda: math.perm(3, -1), lambda: math.prod(5), lambda: math.prod(['a', 2]), lambda: math.prod(['a', 'b']), lambda: math.lcm(1.5), lambda: math.isclose(1, 2, rel_tol=-1), lambda: math.isclose('a', 2), lambda: math.comb(10 ** 30, 10 ** 29), lambda: math.perm(5, None)):
    try: print(f())
    except (ValueError, TypeError, OverflowError) as e: print(type(e).__name__, e)
random.seed(5)
print(random.choices('abc', k=8), random.choices([1, 2, 3], [1, 5, 2], k=6), random.choices('xy', weights=(3, 0.5), k=5), random.choices('pq', cum_weights=[1, 4], k=5), random.choices(range(100)))
for f in (lambda: random.choices([], k=2), lambda: random.choices('ab', [1]), lambda: random.choices('ab', [0, 0]), lambda: random.choices('ab', [1, 1], cum_weights=[1, 2]), lambda: random.choices('ab', [1, float('inf')]), lambda: random.choices('ab', k=0), lambda: random.choices('ab', k=-3)):
    try: print(f())
    except (ValueError, TypeError, IndexError) as e: print(type(e).__name__, e)
