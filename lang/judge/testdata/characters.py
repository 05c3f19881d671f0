# Characters of strings, short constants beside which they stand, instances as conditions, and operators of the
# right operand, each with a change in the middle of a loop.


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __rmul__(self, k):
        asked.append(k)
        if k == 77:
            return NotImplemented
        return Money(self.cents * k)

    def __rsub__(self, k):
        return k * 100 - self.cents


class Link:
    def __init__(self, value, next):
        self.value = value
        self.next = next


def kinds(text):
    digits = blanks = ends = 0
    i = 0
    while i < len(text):
        c = text[i]
        if c == " ":
            blanks += 1
        elif c == "\0":
            ends += 1
        elif c == "\u00e9":
            ends += 1000
        elif "0" == c or c == "1":
            digits += 1
        elif c == text[-1] and c != "":
            ends += 10
        i += 1
    return digits, blanks, ends


def words(names):
    n = [0, 0, 0, 0]
    for w in names:
        if w == "":
            n[0] += 1
        elif w == "sixteen":
            n[1] += 1
        elif w != "sixteenx":
            n[2] += 1
        else:
            n[3] += 1
    return n


def total(link):
    s = n = 0
    while link:
        s += link.value
        n += 1
        link = link.next
    return s, n


def pay(ks, m):
    s = 0
    for k in ks:
        try:
            s += (k * m).cents
        except TypeError as e:
            s += 1000000
            print(e)
        s += k - m
    return s


asked = []
for text in ["01 ab", "0 1\0b" * 80, "\u00e91 0" * 90, "x\u00e9" + "1 " * 150, "a\0" * 150, ""]:
    print(kinds(text), len(text))
print(words(["", "sixteen", "sixteenx", "seven", "sixteen\0", "\0", "sixteeny"] * 70))
print(pay([2, 3, 2.5, 4] * 60 + [77] + [5] * 40 + [True, 77.0], Money(25)))
print(len(asked), asked.count(77))
chain = None
for k in range(600):
    chain = Link(k, chain)
print(total(chain))
Link.__bool__ = lambda self: self.value > 100
print(total(chain))
del Link.__bool__
Link.__len__ = lambda self: self.value // 200
print(total(chain))
del Link.__len__
print(total(chain))
try:
    for k in range(700):
        "abc" * 200 + "0123456789"[600 - k]
except IndexError as e:
    print(k, e)
for k in range(-10, 10):
    print("0123456789"[k], end="")
print("a" is "abc"[0], [c for c in "xyz"] == list("xyz"), chr(97) == "a", {"abc"[1]: 1}["b"])
