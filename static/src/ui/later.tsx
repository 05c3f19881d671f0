// A part of the page whose script is fetched when it is first shown.

import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { during } from "../settled";
import { at } from "../site";

/** A component that loads another one; its place is empty until that is loaded. A part that is `styled` has its styles in late.css.
 * */
export function later(load: () => Promise<ComponentType>, styled: "styled" | "" = ""): ComponentType {
  let loaded: ComponentType | null = null;
  return function Later() {
    const [shown, show] = useState<ComponentType | null>(() => loaded);
    useEffect(() => {
      if (shown) return;
      void during("part", Promise.all([load(), styled && lateStyles()])).then(([part]) => {
        loaded = part;
        show(() => part);
      });
    }, []);
    return shown && h(shown, {});
  };
}

let late: Promise<void> | null = null;

/** Loads the styles of such parts. A part without styles is better than none, so a failure is not an error; the next part tries again. */
export function lateStyles(): Promise<void> {
  return (late ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = at(__LATE_CSS_URL__);
    link.onload = () => done();
    link.onerror = () => {
      late = null;
      done();
    };
    document.head.append(link);
  }));
}

/** Fetches the scripts that a part imports, given by their paths in the site, separated by spaces: otherwise the browser would find them
 * only when it has read the part. */
export function fetchAhead(paths = ""): void {
  for (const path of paths.split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = at(`/${path}`);
    document.head.append(link);
  }
}
