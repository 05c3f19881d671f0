// The pages of the lessons: the server sends text that can be read; this adds
// the reader's tools.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/lesson.css";
import { render } from "preact";
import { ThemeSwitch } from "./layout/looks";
import { startSettings } from "./settings";

/** An author's lessons change while they are shown: the server says when. */
function reloadOnChange(from: string): void {
  let first: string | null = null;
  new EventSource(from).onmessage = (e: MessageEvent<string>) => {
    if (first !== null && first !== e.data) location.reload();
    first = e.data;
  };
}

const live = document.documentElement.dataset.live;
if (live) reloadOnChange(live);
startSettings();
render(<ThemeSwitch />, document.getElementById("tools")!);
