import { ownPath } from "../../../domain/shared/own_path.ts";
import { createApi } from "../../api/client.ts";
import { SignInForm } from "../../session/sign_in_form.tsx";

const api = createApi({ renewed: () => Promise.reject(new TypeError("Nobody is signed in")) });

/** The sign-in page. */
export default function SignInPage() {
  return (
    <main class="card">
      <svg class="card-mark" viewBox="0 0 20 20" aria-hidden="true">
        <rect x="6" y="1" width="8" height="5" rx="1.5" />
        <rect x="6" y="7.5" width="8" height="5" rx="1.5" />
        <rect x="6" y="14" width="8" height="5" rx="1.5" />
      </svg>
      <h1>Sign in to Andon</h1>
      <SignInForm
        api={api}
        onSignedIn={() => location.assign(ownPath(new URLSearchParams(location.search).get("next")))}
      />
    </main>
  );
}
