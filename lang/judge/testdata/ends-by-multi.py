def f(a, b,
      c):
    return (a
            + b
            + c)
x = f(
    1,
    2,
    3
)
print(x)
value = [
    f(1, 2, 3),
    f(1,
      2,
      '3'),
]
