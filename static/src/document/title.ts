// The title of a text in lists.

/** PyPy's titles of traces say less than their place in the program. */
const pypyTitle = /^(?:Traced loop|Loop \d|bridge out of|Bridge \d)/;
/** The number of lines of a trace in PyPy's words, which counts marks and labels: the page counts
 * differently. */
const pypyCount = /(?: : \w+)? with \d+ ops$/;
const place = /debug_merge_point\([^'"\n]*['"]([^'"~\n]+)/;

/** A short name for a text: the place in the program for PyPy's traces, otherwise its first comment with words or its first
 * line. */
export function titleOf(text: string): string {
  const start = text.slice(0, 4000);
  const lines = start.split("\n").map((line) => line.trim());
  const comment = lines.find((line) => /^#.*[A-Za-z]{3}/.test(line))?.replace(/^#+\s*/, "");
  const ofPyPy = comment !== undefined && pypyTitle.test(comment) ? place.exec(start)?.[1] : undefined;
  const title = ofPyPy ?? comment?.replace(pypyCount, "") ?? lines.find((line) => line !== "") ?? "Empty trace";
  return title.length > 60 ? `${title.slice(0, 59)}…` : title;
}
