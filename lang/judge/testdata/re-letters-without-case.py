# Letters without their case: those beyond ASCII with two small forms, and only ASCII with the flag ASCII.
import re

for p in ['k', 's', '[k-z]+', '[^s]', 'é', 'É', '[é]', 'ſ', 'µ', 'straße']:
    for t in ['k', '\u212a', 'ſ', 'S', 'é', 'É', '\u212aſz', 'µ', 'μ', 'STRAßE']:
        print(p, t, *[bool(re.fullmatch(flags + p, t)) for flags in ('', '(?i)', '(?ia)')])
