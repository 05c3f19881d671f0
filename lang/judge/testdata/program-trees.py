class Tree:
    class Node:
        __slots__ = 'key', 'value', 'left', 'right'
        def __init__(self, key, value): self.key, self.value, self.left, self.right = key, value, None, None
    def __init__(self, pairs=(), **kw):
        self.root, self._n = None, 0
        for k, v in list(pairs) + list(kw.items()): self[k] = v
    def __setitem__(self, key, value):
        def put(node):
            if node is None: self._n += 1; return Tree.Node(key, value)
            if key < node.key: node.left = put(node.left)
            elif key > node.key: node.right = put(node.right)
            else: node.value = value
            return node
        self.root = put(self.root)
    def __getitem__(self, key):
        if isinstance(key, slice): return [(k, v) for k, v in self.items() if (key.start is None or k >= key.start) and (key.stop is None or k < key.stop)]
        node = self.root
        while node:
            if key == node.key: return node.value
            node = node.left if key < node.key else node.right
        raise KeyError(key)
    def __delitem__(self, key):
        def cut(node):
            if node is None: raise KeyError(key)
            if key < node.key: node.left = cut(node.left)
            elif key > node.key: node.right = cut(node.right)
            elif node.left is None: return node.right
            elif node.right is None: return node.left
            else:
                least = node.right
                while least.left: least = least.left
                node.key, node.value = least.key, least.value
                def drop(n):
                    if n.left is None: return n.right
                    n.left = drop(n.left); return n
                node.right = drop(node.right)
            return node
        self.root = cut(self.root); self._n -= 1
    def items(self):
        out, stack, node = [], [], self.root
        while stack or node:
            while node: stack.append(node); node = node.left
            node = stack.pop(); out.append((node.key, node.value)); node = node.right
        return out
    def __iter__(self): return iter([k for k, _ in self.items()])
    def __len__(self): return self._n
    def __contains__(self, key):
        try: self[key]
        except KeyError: return False
        return True
    def height(self):
        def h(n): return 0 if n is None else 1 + max(h(n.left), h(n.right))
        return h(self.root)
    def __repr__(self): return f'{type(self).__name__}({self.items()!r})'
    def __eq__(self, o): return self.items() == o.items() if isinstance(o, Tree) else NotImplemented
    def draw(self, node='root', depth=0):
        node = self.root if node == 'root' else node
        if node is None: return
        self.draw(node.right, depth + 1); print('    ' * depth + f'{node.key}'); self.draw(node.left, depth + 1)
t = Tree([(50, 'a'), (30, 'b'), (70, 'c'), (20, 'd'), (40, 'e'), (60, 'f'), (80, 'g')])
print(t, len(t), 40 in t, 45 in t, t[60], t[30:70], t[:30], list(t), t.height()); t.draw()
for k in (20, 30, 50): del t[k]
print(t, len(t), t.root.key); t.draw()
for k in (1, 'x'):
    try: t[k]
    except (KeyError, TypeError) as e: print(type(e).__name__, e)
try: t.root.colour = 'red'
except AttributeError as e: print(e)
print(Tree(a=1, b=2) == Tree([('b', 2), ('a', 1)]), Tree() == 5, bool(Tree()), min(t), max(t), sum(t), sorted(t, reverse=True), dict(t.items()))
class Trie:
    def __init__(self): self.kids, self.end = {}, False
    def add(self, w):
        n = self
        for c in w: n = n.kids.setdefault(c, Trie())
        n.end = True
    def words(self, prefix=''):
        n = self
        for c in prefix:
            if c not in n.kids: return []
            n = n.kids[c]
        out = []
        def walk(n, p):
            if n.end: out.append(p)
            for c in sorted(n.kids): walk(n.kids[c], p + c)
        walk(n, prefix); return out
trie = Trie()
for w in 'car card care cat dog do done'.split(): trie.add(w)
print(trie.words('car'), trie.words('do'), trie.words('x'), len(trie.words()))
class Heap:
    def __init__(self, key=lambda x: x): self.a, self.key = [], key
    def push(self, x):
        a = self.a; a.append(x); i = len(a) - 1
        while i and self.key(a[i]) < self.key(a[(i - 1) // 2]): a[i], a[(i - 1) // 2] = a[(i - 1) // 2], a[i]; i = (i - 1) // 2
    def pop(self):
        a = self.a; a[0], a[-1] = a[-1], a[0]; x = a.pop(); i = 0
        while (c := 2 * i + 1) < len(a):
            if c + 1 < len(a) and self.key(a[c + 1]) < self.key(a[c]): c += 1
            if self.key(a[i]) <= self.key(a[c]): break
            a[i], a[c] = a[c], a[i]; i = c
        return x
h = Heap(key=lambda w: (len(w), w))
for w in 'pear fig banana kiwi apple date'.split(): h.push(w)
print([h.pop() for _ in range(6)])
import heapq
def huffman(text):
    freq = {c: text.count(c) for c in sorted(set(text))}
    heap = [(n, k, c) for k, (c, n) in enumerate(freq.items())]; heapq.heapify(heap); k = len(heap)
    while len(heap) > 1: a, b = heapq.heappop(heap), heapq.heappop(heap); heapq.heappush(heap, (a[0] + b[0], k, (a[2], b[2]))); k += 1
    codes = {}
    def walk(n, p):
        if isinstance(n, str): codes[n] = p or '0'
        else: walk(n[0], p + '0'); walk(n[1], p + '1')
    walk(heap[0][2], ''); return codes
codes = huffman('abracadabra'); enc = ''.join(codes[c] for c in 'abracadabra'); print(codes, enc, len(enc))
