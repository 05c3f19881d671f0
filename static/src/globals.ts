// What the build tells the page.

/** The version of the whole program, e.g. "0.1.0". */
export function version(): string {
  return __VERSION__ ?? "";
}
