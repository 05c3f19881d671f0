# A bridge: every other iteration takes the other branch. At first the trace is left at that guard each time. After the
# 200th time, what follows there becomes a trace of its own, which leads back to the loop without the interpreter.
low = 0
high = 0
for i in range(20000):
    if i & 1:
        high += i
    else:
        low += 1
print(low, high)
