import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "../shell/console.ts";
import { SignInForm } from "./sign_in_form.tsx";

/** The session is over, the page stays: what was typed is still there, and what was sent is sent again. */
export function SessionOver() {
  const { api, session, live } = useConsole();
  if (!session.ended.value) return null;
  const before = session.user.value?.username ?? "";
  return (
    <Dialog title="Sign in again" onClose={() => location.assign("/sign-in")} firm>
      <p>Your session is over. What you were doing stays as it is.</p>
      <SignInForm
        api={api}
        username={before}
        onSignedIn={(user) => {
          // Somebody else must not find what the one before had open.
          if (user.username !== before) return location.assign("/");
          session.signedIn(user);
          live.reconnect();
        }}
      />
      <p class="muted">
        <a href="/sign-in" data-native>Sign in as somebody else</a>
      </p>
    </Dialog>
  );
}
