// What is shown: signing in, the list of classes, or a class.

import { useEffect } from "preact/hooks";
import { Wrong } from "../ui/wrong";
import { ClassView } from "./class";
import { Home } from "./home";
import { SignIn } from "./sign-in";
import { classId, general, me, wrong } from "./state";

export function TeachPage() {
  const who = me.value;
  const name = general.value?.settings.name;
  useEffect(() => {
    document.title = `${name ?? "Teach"} · Unbox`;
  }, [name]);
  if (!who) return wrong.value ? <Wrong words={wrong.value} class="pad-y-5 pad-x-4" /> : <p class="pad-y-5 pad-x-4">One moment…</p>;
  if (!who.name || who.invited) return <SignIn who={who} />;
  return classId.value ? <ClassView /> : <Home who={who} />;
}
