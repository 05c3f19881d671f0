// The entry of the program page: what the address holds, the engine, the view.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/notices.css";
import { render } from "preact";
import { keepForOffline } from "./offline/start";
import { ProgramApp } from "./program/app";
import { startProgram } from "./program/control";
import { programStage } from "./program/stage";
import { startSettings } from "./settings";
import { showSettled } from "./settled";
import { resumeWorkshop } from "./workshop/elsewhere";
import "./style/editor.css";
import "./style/program.css";

startSettings();
startProgram();
const root = document.getElementById("app")!;
root.replaceChildren();
render(<ProgramApp />, root);
resumeWorkshop(programStage);
showSettled();
keepForOffline();
