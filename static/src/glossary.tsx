// The glossary can be read as it is served; this adds a search.

import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/header.css";
import "./style/glossary.css";
import "./style/entries.css";
import { keepForOffline } from "./offline/start";
import { startSettings } from "./settings";
import { showSettled } from "./settled";
import { searchEntries } from "./ui/entries";

startSettings();
searchEntries(document.querySelector<HTMLElement>(".glossary")!);
showSettled();
keepForOffline();
