// Makes the browser store the site, once the page has loaded.

import { onceSettled } from "../settled";
import { at } from "../site";

/** Registers the service worker when the page has nothing else to do, if the server wants that. In a frame of another site it does nothing. */
export function keepForOffline(): void {
  const wanted = document.documentElement.dataset["offline"] === "yes" && window === window.top;
  if (!wanted || !("serviceWorker" in navigator)) return;
  onceSettled(() => {
    // Without permission or room the page works as before.
    navigator.serviceWorker.register(at("/sw.js"), { updateViaCache: "none" }).catch(() => {});
  });
}
