x = 1.5
print(f"{x}|{x!r}|{x:.2f}|{x:8.3f}|{x:e}|{x:g}|{x:G}|{x:.0f}|{x:+.1f}|{x:,.2f}|{x:%}|{x:.1%}|{x:010.2f}|{x:<10}|{x:^10}|{x:>10}|{x:#.3g}|{x:n}")
n = 7
print(f"{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n+1}{n+2}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n}{n+3:>{n}}")
total = 0
for k in range(200):
    total += len(f"{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k}{k} {k:3}{k:>{n}}{n + k}")
print(total)
