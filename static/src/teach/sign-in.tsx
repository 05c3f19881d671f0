// Signing in: with name and password, with the owner's secret at the first start, or with an invitation.

import { signal } from "@preact/signals";
import { Wrong } from "../ui/wrong";
import { type Me, invitation, refresh, send, wrong } from "./state";
import { at } from "../site";

const name = signal("");
const password = signal("");
const secret = signal("");
const busy = signal(false);

async function enter(path: string): Promise<void> {
  if (busy.peek()) return;
  busy.value = true;
  const done = await send(path, { name: name.peek(), password: password.peek(), secret: secret.peek(), invitation: invitation.peek() });
  if (done) {
    password.value = secret.value = "";
    if (invitation.peek()) {
      history.replaceState(null, "", at("/teach"));
      invitation.value = "";
    }
    await refresh();
  }
  busy.value = false;
}

export function SignIn({ who }: { who: Me }) {
  const kind = who.invited ? "accept" : who.owner ? "begin" : "sign-in";
  const fresh = kind !== "sign-in";
  return (
    <div class="class-join middle">
      <h1>{kind === "begin" ? "Set up this server" : kind === "accept" ? "You are invited" : "Teach"}</h1>
      <p class="lede">
        {kind === "begin"
          ? "Classes on this server have no owner yet. Enter the secret that the server showed when it was started first, and choose a name and a password."
          : kind === "accept"
            ? `Choose a name and a password, and you are ${who.invited === "assistant" ? "an assistant" : "a teacher"} on this server. If you have an account here, sign in with it.`
            : invitation.value
              ? "This invitation was used, or has expired. Ask for another one, or sign in."
              : "Sign in to see your classes."}
      </p>
      <form
        class="class-form form"
        onSubmit={(e) => {
          e.preventDefault();
          void enter(`/teach/${kind}`);
        }}
      >
        {kind === "begin" && (
          <label>
            The owner’s secret
            <input class="typed-code" name="secret" required autocomplete="off" spellcheck={false} value={secret.value} onInput={(e) => (secret.value = e.currentTarget.value)} />
          </label>
        )}
        <label>
          Name
          <input name="name" required maxLength={24} autocomplete="username" value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
        </label>
        <label>
          Password
          <input
           
            name="password"
            type="password"
            required
            minLength={fresh ? 10 : 1}
            autocomplete={fresh ? "new-password" : "current-password"}
            value={password.value}
            onInput={(e) => (password.value = e.currentTarget.value)}
          />
        </label>
        {fresh && <p class="faint">At least 10 characters.</p>}
        <button type="submit" class="button primary large" disabled={busy.value}>
          {fresh ? "Make the account" : "Sign in"}
        </button>
      </form>
      <Wrong words={wrong.value} />
      {kind === "sign-in" && (
        <p class="faint">
          Do you want to join a class? That is <a href={at("/class")}>here</a>.
        </p>
      )}
    </div>
  );
}
