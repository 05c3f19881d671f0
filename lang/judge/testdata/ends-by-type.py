age = '42'
print('Next year: ' + age + 1)
