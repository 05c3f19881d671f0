# Integers without bound: in the trace they are numbers of 64 bits, and a guard sees when a sum is longer. From there
# on the loop computes with large integers, which needs another trace.
step = 1 << 50
total = 0
for i in range(12000):
    total += step
print(total)
