// A learner's page of the class: joining, all steps, notes, and what is stored.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/notices.css";
import "./style/classroom.css";
import { render } from "preact";
import { ClassPage } from "./classroom/page";
import { Looks } from "./layout/looks";
import { startSettings } from "./settings";
import { showSettled } from "./settled";
import { keepFocus } from "./ui/focus";

startSettings();
keepFocus();
render(<Looks />, document.getElementById("tools")!);
const main = document.getElementById("content")!;
main.replaceChildren();
render(<ClassPage />, main);
showSettled();
