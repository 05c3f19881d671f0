def f(n):
    return 1 + f(n - 1)
def g():
    try:
        f(10)
    except RecursionError as e:
        print('caught', e)
    f(5)
g()
