"""Word statistics of a text, as in a first course."""
TEXT = """It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity,
it was the season of Light, it was the season of Darkness."""


def clean(word):
    return word.strip('.,;:!?"\'').lower()


def count_words(text):
    counts = {}
    for word in text.split():
        word = clean(word)
        if word:
            counts[word] = counts.get(word, 0) + 1
    return counts


def histogram(counts, top=5, width=20):
    ranked = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))
    most = ranked[0][1]
    for rank, (word, n) in enumerate(ranked[:top], start=1):
        bar = '#' * round(n / most * width)
        print(f'{rank:>2}. {word:<12}|{bar:<{width}}| {n:3d} {n / sum(counts.values()):6.1%}')


counts = count_words(TEXT)
histogram(counts)
print(len(counts), 'different words')
longest = max(counts, key=len)
print('longest:', longest, len(longest))
by_len = {}
for w in counts:
    by_len.setdefault(len(w), []).append(w)
for n in sorted(by_len, reverse=True):
    print(n, ', '.join(sorted(by_len[n])))
print(TEXT.title()[:60])
print(TEXT.swapcase()[:30], TEXT.count('it was'), TEXT.find('age'), TEXT.rfind('age'))
lines = TEXT.splitlines(keepends=True)
print([len(l) for l in lines], repr(lines[-1][-10:]))
print(' '.join(w[::-1] for w in lines[0].split()))
vowels = {v: TEXT.lower().count(v) for v in 'aeiou'}
print(vowels)
print(''.join(sorted(set(TEXT.lower()) - set(' .,\n'))))
table = str.maketrans({'a': '4', 'e': '3', 'o': '0', 's': None})
print(lines[1].translate(table), end='')
print('caesar:', ''.join(chr((ord(c) - 97 + 3) % 26 + 97) if c.isalpha() else c for c in 'hello world'))
