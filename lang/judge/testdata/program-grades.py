import statistics as st
from collections import defaultdict
CSV = """name,math,art,gym
Ann,90,85.5,77
Bob,60,,88
Cid,75,91,x
Dee,100,100,100

"""
def read(text):
    header, *lines = [l for l in text.split('\n') if l.strip()]
    keys = header.split(',')
    out = []
    for no, line in enumerate(lines, 2):
        row = dict(zip(keys, line.split(',')))
        for k in keys[1:]:
            try: row[k] = float(row[k]) if '.' in row[k] else int(row[k])
            except ValueError as e:
                print(f'line {no}: {k}: {e}'); row[k] = None
        out.append(row)
    return keys, out
keys, rows = read(CSV)
for r in rows: print(r)
def letter(x): return 'A' if x >= 90 else 'B' if x >= 80 else 'C' if x >= 70 else 'D' if x >= 60 else 'F'
print(f"{'Name':8}" + ''.join(f'{k:>8}' for k in keys[1:]) + f"{'mean':>8} grade")
for r in rows:
    marks = [r[k] for k in keys[1:] if r[k] is not None]
    m = sum(marks) / len(marks)
    print(f"{r['name']:8}" + ''.join(f"{'-' if r[k] is None else r[k]:>8}" for k in keys[1:]) + f'{m:>8.2f} {letter(m)}')
for k in keys[1:]:
    col = [r[k] for r in rows if r[k] is not None]
    print(k, st.mean(col), st.median(col), round(st.stdev(col), 4), round(st.pstdev(col), 4), min(col), max(col), st.mode([letter(c) for c in col]))
groups = defaultdict(list)
for r in rows: groups[letter(r['math'])].append(r['name'])
print(dict(groups), groups, sorted(groups.items()))
rank = sorted([(sum(r[k] or 0 for k in keys[1:]), r['name']) for r in rows], reverse=True)
for place, (total, name) in enumerate(rank, 1): print(f'{place}{"st nd rd th".split()[min(place, 4) - 1]}: {name:<5}{total:.1f}')
table = {('x', 1): 'a', ('y', 2): 'b'}
for (letter_, number), v in table.items(): print(letter_, number, v)
print(f"{'Total':<10}{sum(t for t, _ in rank):>10.3f}{'':>3}|{3:^5}|{'é':*^5}|{-1.5:+08.2f}|{1e-9:.2e}|{1234567:>12,}|{0.5:>8.0%}")
print(st.mean([1, 2]), st.mean([1, 2, 3]), st.median([1, 3, 2, 4]), st.variance([2.5, 3, 4]), st.multimode('aabb'), st.quantiles([1, 2, 3, 4, 5], n=4), st.fmean([1, 2]))
try: st.mean([])
except st.StatisticsError as e: print(type(e).__name__, e)
