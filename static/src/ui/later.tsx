// Parts of the page whose scripts are fetched when they are first shown or wanted.

import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { during } from "../settled";
import { at } from "../site";
import { toast } from "./toasts";

/** Says that a part's script could not be fetched. */
const missing = "A part of this page could not be loaded: the server cannot be reached.";
const again = "Try again";

/** A component that loads another one; its place is empty until that is loaded, and says so if it cannot be loaded. A part that is `styled` has
 * its styles in late.css.
 * */
export function later(load: () => Promise<ComponentType>, styled: "styled" | "" = ""): ComponentType {
  let loaded: ComponentType | null = null;
  return function Later() {
    const [shown, show] = useState<ComponentType | "missing" | null>(() => loaded);
    const fetch = () => {
      show(null);
      const part = Promise.all([load(), styled && lateStyles()]);
      void during("part", part).then(
        ([part]) => {
          loaded = part;
          show(() => part);
        },
        () => show("missing"),
      );
    };
    useEffect(() => {
      if (!shown) fetch();
    }, []);
    if (shown === "missing") return <Missing fetch={fetch} />;
    return shown && h(shown, {});
  };
}

/** Stands in the place of a part that could not be loaded; it is tried again as soon as the network is there. */
function Missing({ fetch }: { fetch: () => void }) {
  useEffect(() => {
    window.addEventListener("online", fetch);
    return () => window.removeEventListener("online", fetch);
  }, []);
  return (
    <p class="part-missing toolbar pad-y-2 pad-x-4 gap-y-2 gap-x-4 ground-warning-bg colour-warning" role="alert">
      {missing}
      <button type="button" class="button" onClick={fetch}>
        {again}
      </button>
    </p>
  );
}

/** Fetches a script and hands it to `use`. If it cannot be fetched a message says so, and offers to try again. */
export function withScript<T>(what: string, fetch: () => Promise<T>, use: (script: T) => unknown): void {
  const retry = { label: again, run: () => withScript(what, fetch, use) };
  void during(what, fetch().then(use, () => toast(missing, retry)));
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
