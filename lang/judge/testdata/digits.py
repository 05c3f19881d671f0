n = 0
for c in range(0x3000):
    if chr(c).isdigit():
        n = n * 31 % 1000003 + c
print(n, '²'.isdigit(), '5'.isdigit(), 'a'.isdigit(), ''.isdigit(), '²3'.isdigit(), '①'.isdigit())
