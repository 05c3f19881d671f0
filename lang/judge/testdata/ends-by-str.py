s = 'hello'
s[0] = 'J'
