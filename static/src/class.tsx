// A learner's page of the class: joining, all steps, notes, and what is kept.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/notices.css";
import "./style/classroom.css";
import { render } from "preact";
import { ClassPage } from "./classroom/page";
import { FontSize, ThemeSwitch } from "./layout/looks";
import { startSettings } from "./settings";
import { showSettled } from "./settled";

startSettings();
render(
  <>
    <FontSize />
    <ThemeSwitch />
  </>,
  document.getElementById("tools")!,
);
const main = document.getElementById("content")!;
main.replaceChildren();
render(<ClassPage />, main);
showSettled();
