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

/** A time in milliseconds as readers say it, with a narrow space at which no line breaks: "0.42 ms", "8.8 ms", "912 ms", "1.23 s", "2 min 5 s". */
export function duration(ms: number): string {
  if (ms < 999.5) return `${ms.toFixed(ms < 0.995 ? 2 : ms < 99.95 ? 1 : 0)}\u202fms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(ms < 9_995 ? 2 : 1)}\u202fs`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}\u202fmin ${seconds % 60}\u202fs`;
}

/** A message as a sentence: with a capital letter, unless it begins with a name in backticks, and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const first = trimmed[0] === "`" ? trimmed : trimmed[0]!.toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
