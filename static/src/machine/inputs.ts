// Inputs on which a loop runs for long: the given ones, and the same with
// larger numbers in them, tried in the interpreter.

/** The larger numbers: enough for a sample, and not so large that sums overflow. */
const large = ["1000000000", "-1000000000", "1000000"];
/** At most this many are tried. */
const most = 24;

const integer = /(?<![\w.])-?\d+(?![\w.])/g;
const float = /(?<![\w.])-?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])/g;

/** Texts of inputs to try, the given one first. */
export function candidates(text: string): string[] {
  const found = [text];
  const places = [...text.matchAll(integer)];
  for (const number of large) {
    found.push(text.replace(integer, number).replace(float, `${number}.0`));
    for (const { index, 0: old } of places) found.push(text.slice(0, index) + number + text.slice(index + old.length));
  }
  return [...new Set(found)].slice(0, most);
}

/**
 * The candidate with the most jumps; one that reaches `enough` ends the search.
 * `jumps` runs one, and answers -1 if it has no meaning.
 */
export async function longest(
  text: string,
  enough: number,
  jumps: (text: string) => Promise<number>,
): Promise<{ text: string; jumps: number }> {
  let best = { text, jumps: -1 };
  for (const tried of candidates(text)) {
    const n = await jumps(tried);
    if (n > best.jumps) best = { text: tried, jumps: n };
    if (n >= enough) break;
  }
  return best;
}
