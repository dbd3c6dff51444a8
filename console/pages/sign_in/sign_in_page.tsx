import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ownPath } from "../../../domain/shared/own_path.ts";
import { createApi, type Schemas, unwrap } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { ProviderButtons } from "../../session/provider_buttons.tsx";
import { later } from "../../parts/later.tsx";
import { SignInForm } from "../../session/sign_in_form.tsx";

/** Most sign-ins need none of these. */
const FirstFactor = later(async () => (await import("./first_factor.tsx")).FirstFactor);
const PasskeyButton = later(async () => (await import("../../session/passkey_button.tsx")).PasskeyButton);

const TOO_LATE = new ApiProblem("This took too long. Go back and sign in again", {
  code: "AUTHENTICATION_REQUIRED",
  status: 401,
});
const api = createApi({ renewed: () => Promise.reject(TOO_LATE) });

/** Shown until Andon answers, and if it does not: the form then says why. */
const PASSWORDS_ONLY: Schemas["SignInOptions"] = {
  local_sign_in: "on",
  directory_sign_in: false,
  passkeys: false,
  providers: [],
};

/** The sign-in page. */
export default function SignInPage() {
  const options = useSignal(PASSWORDS_ONLY);
  useEffect(() => {
    unwrap(api.GET("/api/auth/sign-in-options")).then(({ data }) => options.value = data, () => {});
  }, []);
  const settingUp = useSignal<string | undefined>(undefined);
  const { local_sign_in, directory_sign_in, passkeys, providers } = options.value;
  const next = ownPath(new URLSearchParams(location.search).get("next"));
  const enter = () => location.assign(next);
  if (settingUp.value !== undefined) {
    return (
      <main class="card">
        <h1>Set up a second factor</h1>
        <FirstFactor
          api={api}
          username={settingUp.value}
          onDone={enter}
          onBack={() => settingUp.value = undefined}
        />
      </main>
    );
  }
  return (
    <main class="card">
      <svg class="card-mark" viewBox="0 0 20 20" aria-hidden="true">
        <rect x="6" y="1" width="8" height="5" rx="1.5" />
        <rect x="6" y="7.5" width="8" height="5" rx="1.5" />
        <rect x="6" y="14" width="8" height="5" rx="1.5" />
      </svg>
      <h1>Sign in to Andon</h1>
      {providers.length > 0 && <ProviderButtons providers={providers} next={next} />}
      {local_sign_in === "admins" && !directory_sign_in && (
        <p class="muted">With a password: administrators only</p>
      )}
      {(local_sign_in !== "off" || directory_sign_in) && (
        <SignInForm
          api={api}
          onSignedIn={enter}
          onSetUp={(username) => settingUp.value = username}
        >
          {passkeys && (
            <PasskeyButton
              api={api}
              isAlone
              confirmed={async (attempt) => {
                await attempt();
                enter();
              }}
            />
          )}
        </SignInForm>
      )}
    </main>
  );
}
