// What is shown: signing in, the list of classes, or a class.

import { ClassView } from "./class";
import { Home } from "./home";
import { SignIn } from "./sign-in";
import { classId, me, wrong } from "./state";

export function TeachPage() {
  const who = me.value;
  if (!who) return wrong.value ? <p class="notice wrong teach-alone" role="alert">{wrong.value}</p> : <p class="teach-alone">One moment…</p>;
  if (!who.name || who.invited) return <SignIn who={who} />;
  return classId.value ? <ClassView /> : <Home who={who} />;
}
