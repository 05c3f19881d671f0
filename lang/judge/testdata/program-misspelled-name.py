def average(numbers):
    total = 0
    for n in numbers:
        total += n
    return totl / len(numbers)
print('start')
print(average([1, 2, 3]))
