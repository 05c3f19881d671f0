// The browser features that the page uses while it is loaded, with the answers of a browser about which
// nothing is known.

const world = globalThis as Record<string, unknown>;
world["matchMedia"] ??= () => ({ matches: false, addEventListener() {} });
world["navigator"] ??= { platform: "" };
// The server writes the site's path into the page.
world["document"] ??= { documentElement: { dataset: { site: "__BASE__" } } };

export {};
