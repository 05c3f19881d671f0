import time
a = time.time(); t0 = time.perf_counter(); time.sleep(0.25); time.sleep(1); d = time.perf_counter() - t0
print(1.2 < d < 1.6, 1.2 < time.time() - a < 1.7, isinstance(time.perf_counter_ns(), int))
for x in (-1, 'a', None):
    try: time.sleep(x)
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
try: time.sleep()
except TypeError as e: print(e)
for k in range(3, 0, -1): print(k); time.sleep(0.01)
print('go')
