// Numbers that look random but follow from others, as the interpreter makes them up.

/** The finalizer of SplitMix64, on 64 bits without sign. */
export function splitMix(n: bigint): bigint {
  let x = u64(n + 0x9e3779b97f4a7c15n);
  x = u64((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = u64((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  return x ^ (x >> 31n);
}

function u64(x: bigint): bigint {
  return BigInt.asUintN(64, x);
}
