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
      <SignInForm api={api} onSignedIn={() => location.assign(nextPath(location.search))} />
    </main>
  );
}

/** The page requested before sign-in; never one of another site. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get("next") ?? "/";
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin && next.startsWith("/") ? url.pathname + url.search : "/";
}
