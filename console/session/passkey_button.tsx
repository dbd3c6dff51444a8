import { useSignal } from "@preact/signals";
import type { Api } from "../api/client.ts";
import { problemOf } from "../api/problem.ts";
import { canUsePasskeys, signInByPasskey } from "./passkeys.ts";
import type { User } from "./session.ts";

interface PasskeyButtonProps {
  api: Api;
  /** Called with the attempt to sign in; a problem that it throws is shown below the button. */
  confirmed(attempt: () => Promise<User>): Promise<void>;
  /** It is what is proposed first. */
  isFirst?: boolean;
  /** Without a password before it. */
  isAlone?: boolean;
}

/** Signs in with a passkey. */
export function PasskeyButton(
  { api, confirmed, isFirst = false, isAlone = false }: PasskeyButtonProps,
) {
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  if (!canUsePasskeys()) {
    if (isAlone) return null;
    return <p class="muted">Your passkey works only at Andon's own name over https, or as localhost.</p>;
  }

  async function press(): Promise<void> {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await confirmed(() => signInByPasskey(api));
    } catch (error) {
      problem.value = problemOf(error).message;
    }
    isBusy.value = false;
  }

  return (
    <div class="passkey-button">
      <button
        type="button"
        class={isFirst ? "primary" : undefined}
        autofocus={isFirst}
        disabled={isBusy.value}
        onClick={press}
      >
        {isAlone ? "Sign in with a passkey" : "Use a passkey"}
      </button>
      {problem.value !== undefined && <p class="issue" role="alert">{problem.value}</p>}
    </div>
  );
}
