# A guard that fails: the trace was recorded while the condition was false. Each time that it is true, the trace
# is left at that guard, and the interpreter goes on.
total = 0
for i in range(20000):
    if i % 50 == 49:
        total -= 1
    else:
        total += i
print(total)
