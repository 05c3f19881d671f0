# What a trace relies on changes: the attribute belongs to the class, so the trace has its value as a constant. When
# the class changes, the trace is thrown away, and another one is recorded.


class Scale:
    factor = 2


scale = Scale()
total = 0
for i in range(20000):
    if i == 10000:
        Scale.factor = 3
    total += i * scale.factor
print(total)
