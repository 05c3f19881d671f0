// The menu in the header of a page that has no other place for workshops.

import { Menu } from "../ui/menu";
import { offersWorkshops, workshopItems } from "./elsewhere";
import type { Stage } from "./session";

/** `sees` says what others see of the page. Nothing on a server without workshops. */
export function LiveMenu({ stage, sees }: { stage: Stage; sees: string }) {
  if (!offersWorkshops()) return null;
  return <Menu label="Live" name="Live workshop" items={() => workshopItems(stage, sees)} align="end" class="live" wide />;
}
