# heapq.merge goes through its lists, whether they are sorted or not.
import heapq

print(list(heapq.merge([2, 1, 2.5], [2, 1, 2.5])), list(heapq.merge([21, 1, 2.5], [21, 1, 2.5])), list(heapq.merge([1, 4, 9], [2, 3], [], [0, 9.0])))
print(list(heapq.merge([9, 4, 1], [3, 2], reverse=True)), list(heapq.merge(['a', 'ccc'], ['bb', 'dd'], key=len)), list(heapq.merge(range(0, 10, 3), range(1, 8, 2))), list(heapq.merge()))
print(list(heapq.merge([(1, 'a'), (2, 'b')], [(1, 'c'), (0, 'd')], key=lambda p: p[0])), sum(heapq.merge(*[range(k, 100, 7) for k in range(5)])))
