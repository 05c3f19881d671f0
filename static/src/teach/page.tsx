// What is shown: signing in, the list of classes, or a class.

import { Wrong } from "../ui/wrong";
import { ClassView } from "./class";
import { Home } from "./home";
import { SignIn } from "./sign-in";
import { classId, me, wrong } from "./state";

export function TeachPage() {
  const who = me.value;
  if (!who) return wrong.value ? <Wrong words={wrong.value} class="teach-alone" /> : <p class="teach-alone">One moment…</p>;
  if (!who.name || who.invited) return <SignIn who={who} />;
  return classId.value ? <ClassView /> : <Home who={who} />;
}
