// The teachers' page: signing in, classes, and a class at work.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/notices.css";
import "./style/classroom.css";
import "./style/teach.css";
import { render } from "preact";
import { Looks } from "./layout/looks";
import { startSettings } from "./settings";
import { during, showSettled } from "./settled";
import { TeachPage } from "./teach/page";
import { start } from "./teach/state";
import { keepFocus } from "./ui/focus";

startSettings();
keepFocus();
render(<Looks />, document.getElementById("tools")!);
const main = document.getElementById("content")!;
main.replaceChildren();
render(<TeachPage />, main);
void during("me", start());
showSettled();
