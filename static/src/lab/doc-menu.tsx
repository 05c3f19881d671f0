// The menu of what was open before in a view.

import { ago } from "../ui/ago";
import { Menu, type MenuItem } from "../ui/menu";
import type { View } from "./docs";
import { recentDocs, reopen } from "./persist";

function items(view: View): MenuItem[] {
  return recentDocs(view).map((document) => ({
    key: document.id,
    title: document.title,
    aside: ago(document.updated),
    run: () => reopen(document),
  }));
}

export function docsMenu(view: View) {
  return <Menu label="Drafts" items={() => items(view)} wide empty="Your drafts will be listed here." />;
}
