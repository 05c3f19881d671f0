// The pages of the lessons: the server sends text that can be read; this adds
// the reader's tools.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/lesson.css";
import { render } from "preact";
import { ThemeSwitch } from "./layout/header";
import { startSettings } from "./settings";

startSettings();
render(<ThemeSwitch />, document.getElementById("tools")!);
