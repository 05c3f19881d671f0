// Numbers and messages as readers expect them, the same on all pages.

/** Groups the digits of a whole number with narrow spaces, at which no line breaks, from 10,000 on: 7412, 12 345. */
export function groupDigits(digits: string): string {
  return /^\D?\d{1,4}$/.test(digits) ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A count with its digits in groups. */
export function formatCount(n: number): string {
  return groupDigits(String(n));
}

/** "1 operation", "28 operations". */
export function plural(n: number, noun: string): string {
  return `${formatCount(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** A message as a sentence: with a capital letter, unless it begins with a name in backticks, and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const first = trimmed[0] === "`" ? trimmed : trimmed[0]!.toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
