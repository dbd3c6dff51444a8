import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Schemas, unwrap } from "../api/client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "../shell/console.ts";
import { ProviderButtons } from "./provider_buttons.tsx";
import { SignInForm } from "./sign_in_form.tsx";

/** Lets the user sign in again without losing the page; refused requests are then repeated. */
export function SessionExpired() {
  const { api, session, live } = useConsole();
  if (!session.ended.value) return null;
  const before = session.user.value?.username ?? "";
  return (
    <Dialog title="Sign in again" onClose={() => location.assign("/sign-in")} requiresAnswer>
      <p>Your session has expired. Your work on this page is kept.</p>
      <OtherWays />
      <SignInForm
        api={api}
        username={before}
        onSetUp={() => location.assign("/sign-in")}
        onSignedIn={(user) => {
          // Another user must not see the previous user's page.
          if (user.username !== before) return location.assign("/");
          session.signedIn(user);
          live.reconnect();
        }}
      />
      <p class="muted">
        <a href="/sign-in" data-native>Sign in as another user</a>
      </p>
    </Dialog>
  );
}

/** The identity providers, whose pages leave this one. */
function OtherWays() {
  const { api } = useConsole();
  const providers = useSignal<Schemas["SignInOptions"]["providers"]>([]);
  useEffect(() => {
    unwrap(api.GET("/api/auth/sign-in-options")).then(
      ({ data }) => providers.value = data.providers,
      () => {},
    );
  }, []);
  if (providers.value.length === 0) return null;
  return <ProviderButtons providers={providers.value} next={location.pathname + location.search} />;
}
