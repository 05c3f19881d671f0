# Not every loop becomes a trace: in each iteration an exception is raised and caught, which ends a recording. After the
# fourth attempt the loop is given up, and interpreted for the rest of the program.


def number(text):
    try:
        return int(text)
    except ValueError:
        raise KeyError(text)


wrong = 0
for i in range(100000):
    try:
        number("x")
    except KeyError:
        wrong += 1
print(wrong)
