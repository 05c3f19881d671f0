import sys
from collections import Counter
def sieve(n):
    flags = [True] * (n + 1); flags[:2] = [False, False]
    for i in range(2, int(n ** 0.5) + 1):
        if flags[i]: flags[i * i::i] = [False] * len(range(i * i, n + 1, i))
    return [i for i, f in enumerate(flags) if f]
ps = sieve(1000); print(len(ps), ps[-1], ps[:10], sum(ps))
def factor(n):
    out, d = [], 2
    while d * d <= n:
        while n % d == 0: out.append(d); n //= d
        d += 1 + (d > 2)
    return out + [n] * (n > 1)
for n in (360, 97, 1001, 2 ** 31 - 1, 600851475143, 1): print(n, '=', ' * '.join(f'{p}^{k}' if k > 1 else str(p) for p, k in Counter(factor(n)).items()) or 1)
def gcd(a, b):
    while b: a, b = b, a % b
    return a
def lcm(a, b): return a // gcd(a, b) * b
print(gcd(1071, 462), lcm(21, 6), [sum(1 for k in range(1, n + 1) if gcd(n, k) == 1) for n in range(1, 21)])
perfect = [n for n in range(2, 10000) if sum(d for d in range(1, n // 2 + 1) if n % d == 0) == n] if False else [6, 28, 496, 8128]
print(perfect, [n for n in range(100, 1000) if n == sum(int(d) ** 3 for d in str(n))])
def collatz(n, cache={1: 1}):
    if n not in cache: cache[n] = 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
    return cache[n]
print(max(range(1,300), key=collatz), collatz(27), len(collatz.__defaults__[0]) if False else '')
def roman(n): 
    out = ''
    for v, s in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), 'M CM D CD C XC L XL X IX V IV I'.split()): q, n = divmod(n, v); out += s * q
    return out
def unroman(s):
    v = dict(I=1, V=5, X=10, L=50, C=100, D=500, M=1000)
    return sum(-v[a] if v[a] < v.get(b, 0) else v[a] for a, b in zip(s, s[1:] + ' '))
print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999)], all(unroman(roman(n)) == n for n in range(1,400)))
def to_base(n, b): return '0' if n == 0 else ('-' if n < 0 else '') + ''.join(reversed([('0123456789abcdefghijklmnopqrstuvwxyz')[abs(n) // b ** k % b] for k in range(64) if b ** k <= abs(n)]))
print(to_base(255, 2), to_base(-255, 16), to_base(10 ** 18, 36), int(to_base(10 ** 18, 36), 36), to_base(0, 7))
def pascal(n):
    row = [1]
    for _ in range(n): print(' '.join(map(str, row)).center(30).rstrip()); row = [a + b for a, b in zip([0] + row, row + [0])]
pascal(7)
def spiral(n):
    g = [[0] * n for _ in range(n)]; r = c = 0; dr, dc = 0, 1
    for k in range(1, n * n + 1):
        g[r][c] = k
        if not (0 <= r + dr < n and 0 <= c + dc < n) or g[r + dr][c + dc]: dr, dc = dc, -dr
        r, c = r + dr, c + dc
    return g
for row in spiral(5): print(''.join(f'{x:4}' for x in row))
for i in range(1, 31): print('FizzBuzz' if i % 15 == 0 else 'Fizz' if i % 3 == 0 else 'Buzz' if i % 5 == 0 else i, end=' ' if i < 30 else '\n')
for i in range(1, 6): print('*' * i, ' ' * (10 - 2 * i), '*' * i, sep='')
for n in range(5): print(' ' * (4 - n) + '/' + '_' * (2 * n) + '\\')
print('  | ' + ' '.join(f'{i:2}' for i in range(1, 10))); print('--+' + '-' * 27)
for i in range(1, 10): print(f'{i} | ' + ' '.join(f'{i * j:2}' for j in range(1, 10)))
print(sys.maxsize, sys.maxsize + 1, -sys.maxsize - 1, ~sys.maxsize, sys.getrecursionlimit())
