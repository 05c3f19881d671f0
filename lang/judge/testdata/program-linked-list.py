class Node:
    def __init__(self, value):
        self.value = value
        self.next = None
class LinkedList:
    def __init__(self, items=()):
        self.head = None
        for item in reversed(items): self.push(item)
    def push(self, value):
        node = Node(value)
        node.next, self.head = self.head, node
    def __iter__(self):
        self._at = self.head  # one iterator
        return self
    def __next__(self):
        if self._at is None: raise StopIteration
        value, self._at = self._at.value, self._at.next
        return value
    def __len__(self):
        return sum(1 for _ in self)
    def nth(self, n):
        node = self.head
        for _ in range(n): node = node.next
        return node.value
l = LinkedList([1, 2, 3])
print(list(l), len(l), 2 in l, max(l), l.nth(2), *l)
for a in l:
    print(a, end=' ')
print()
print(dict(zip(l, 'abc')), sorted(l, reverse=True), [x * y for x in l for y in [10, 20]])
a, b, c = l
print(a, b, c)
print(l.nth(5))
