// What the page asks its browser for as it is loaded, answered as by a browser of which nothing is known.

const world = globalThis as Record<string, unknown>;
world["matchMedia"] ??= () => ({ matches: false, addEventListener() {} });
world["navigator"] ??= { platform: "" };
// The server writes into the page where its site lies.
world["document"] ??= { documentElement: { dataset: { site: "__BASE__" } } };

export {};
