// The menu of what was open before in a view.

import { Menu, type MenuItem } from "../ui/menu";
import type { View } from "./docs";
import { recentDocs, reopen } from "./persist";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function ago(time: number): string {
  const minutes = Math.round((time - Date.now()) / 60_000);
  if (minutes > -1) return "just now";
  if (minutes > -60) return relative.format(minutes, "minute");
  if (minutes > -24 * 60) return relative.format(Math.round(minutes / 60), "hour");
  return relative.format(Math.round(minutes / 60 / 24), "day");
}

function items(view: View): MenuItem[] {
  return recentDocs(view).map((kept) => ({
    key: kept.id,
    title: kept.title,
    aside: ago(kept.updated),
    run: () => reopen(kept),
  }));
}

export function docsMenu(view: View) {
  return <Menu label="Drafts" items={() => items(view)} wide empty="What you change here is listed here." />;
}
