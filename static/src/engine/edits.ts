// A long text is sent to the engine once; afterwards only what differs from the text before.

import type { Edit, OptimizeRequest } from "../api.gen";

/** Texts up to this many characters are sent whole. */
const shortText = 2_000;
/** The number of characters that are compared at once. */
const stride = 4_096;

/** The text of the last request. */
export class SentText {
  private text = "";
  private result = 0;

  /** The request in its shortest form, to be sent now. */
  shorten(request: OptimizeRequest): OptimizeRequest {
    const { text, result = 0 } = request;
    const before = this.text;
    const of = this.result;
    this.text = text;
    this.result = result;
    if (of === 0 || text.length <= shortText) return request;
    const edit = { of, ...difference(before, text) };
    return edit.insert.length > text.length / 2 ? request : { ...request, text: "", edit };
  }
}

/** The part of a text that differs after an edit. Characters of two code units stay whole. */
export function difference(before: string, after: string): Omit<Edit, "of"> {
  const shorter = Math.min(before.length, after.length);
  let from = commonStart(before, after, shorter);
  if (splits(before, from) || splits(after, from)) from--;
  let tail = commonEnd(before, after, shorter - from);
  if (splits(before, before.length - tail) || splits(after, after.length - tail)) tail--;
  return { length: before.length, from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

function commonStart(a: string, b: string, most: number): number {
  let n = 0;
  while (n + stride <= most && a.slice(n, n + stride) === b.slice(n, n + stride)) n += stride;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++;
  return n;
}

function commonEnd(a: string, b: string, most: number): number {
  let n = 0;
  while (n + stride <= most && a.slice(a.length - n - stride, a.length - n) === b.slice(b.length - n - stride, b.length - n)) n += stride;
  while (n < most && a.charCodeAt(a.length - n - 1) === b.charCodeAt(b.length - n - 1)) n++;
  return n;
}

/** True if a position is between the two code units of a character. */
function splits(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
