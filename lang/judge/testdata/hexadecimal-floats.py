import math, statistics
print(float.fromhex('0x1.8p3'), float.fromhex('-0x1.921fb54442d18p+1'), (3.14).hex(), float.fromhex('inf'), float.fromhex('1'))
for s in ['0x.8', '1.8p1', '0x1p-1074', '0x1p-1075', '0x1.8p-1074', '0x0.0000000000001p-1022', ' 0X1P5 ', 'nan', '-nan', '+Infinity', '0x1.fffffffffffff8p0', '0x1.ffffffffffffffp1023', '1p1024', '0x', '', 'g', '0x1p', '0x1.p1', '.8', '0x.p1', '1e5', '0x1_0', '-0', '0x1p99999999999', '0x1p-99999999999999', '0x0p999999999999', 'ffffffffffffffffffffffff', '1 p1']:
    try: print(repr(s), float.fromhex(s))
    except (ValueError, OverflowError) as e: print(repr(s), type(e).__name__, e)
print(math.nextafter(1.0, 2.0), math.nextafter(0, 1), math.ulp(1.0), math.ulp(1e300), math.nextafter(1, -math.inf), math.ulp(0), math.ulp(-5.5), math.ulp(math.inf), math.nextafter(math.inf, 0), math.nextafter(1, 1), math.nextafter(0.0, -0.0), math.nextafter(math.nan, 1), math.ulp(math.nan), math.ulp(1.7976931348623157e308), math.nextafter(5e-324, 0), math.nextafter(-5e-324, 1))
class Fl(float): pass
print(Fl.fromhex('0x1p1'), type(Fl.fromhex('0x1p1')).__name__)
try: float.fromhex(5)
except TypeError as e: print(e)
try: math.ulp('x')
except TypeError as e: print(e)
try: math.nextafter(1)
except TypeError as e: print(e)
