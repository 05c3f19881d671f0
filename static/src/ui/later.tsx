// A part of the page whose script is fetched when it is first shown.

import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { during } from "../settled";

/** A component that loads another one; until that is there its place is empty. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function Later() {
    const [shown, show] = useState<ComponentType | null>(() => loaded);
    useEffect(() => {
      if (shown) return;
      void during("part", load()).then((part) => {
        loaded = part;
        show(() => part);
      });
    }, []);
    return shown && h(shown, {});
  };
}
