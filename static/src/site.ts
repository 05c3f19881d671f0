// Where this site is on its server.

/** The path of the site, with leading and trailing slashes: "/" unless the server was started with `--base-path`. */
const base = globalThis.document?.documentElement.dataset["site"] ?? "/";

/** The address of a path of the site, such as `/lab`, on this server. */
export function at(path: string): string {
  return base + path.slice(1);
}

/** A path of the site as people read it aloud: with the server's name, without
 * `https://`. */
export function place(path: string): string {
  return location.host + at(path);
}

/** The path of the page within the site. */
export function herePath(): string {
  return location.pathname.startsWith(base) ? location.pathname.slice(base.length - 1) : location.pathname;
}
