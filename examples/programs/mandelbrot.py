# A picture in letters: three loops in each other, and numbers that never need to be objects.
def steps(re, im):
    x = 0.0
    y = 0.0
    for n in range(60):
        if x * x + y * y > 4.0:
            return n
        x, y = x * x - y * y + re, 2.0 * x * y + im
    return 60


for row in range(24):
    line = ""
    for column in range(72):
        n = steps(column / 24.0 - 2.2, row / 10.0 - 1.2)
        line += "#" if n == 60 else "+" if n > 12 else "." if n > 5 else " "
    print(line)
