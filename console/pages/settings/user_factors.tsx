import { type Schemas, unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { useConsole } from "../../shell/console.ts";

type User = Schemas["User"];

const NAMES: Readonly<Record<User["second_factors"][number], string>> = {
  passkey: "passkey",
  code: "codes",
};

/** The kinds of a user's second factors: "Passkey, codes". */
export function factorsText({ second_factors: factors }: Pick<User, "second_factors">): string {
  const text = factors.map((factor) => NAMES[factor]).join(", ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What second factors a user has, and a button that resets them. */
export function UserFactors({ user, onReset }: { user: User; onReset(): void }) {
  const { api } = useConsole();
  const actions = useActions();
  const { id, username, second_factors } = user;
  if (second_factors.length === 0) return <p class="muted">No second factor.</p>;

  async function reset(): Promise<void> {
    const params = { path: { id } };
    const isDone = await actions.confirmed({
      title: `Reset the second factor of ${username}?`,
      text: "Their passkeys, codes and recovery codes are removed, and their sessions end.",
      action: "Reset",
    }, () => unwrap(api.DELETE("/api/users/{id}/second-factors", { params })));
    if (isDone) onReset();
  }

  return (
    <div class="user-factors">
      <span>Second factor: {factorsText(user).toLowerCase()}</span>
      <button type="button" onClick={reset}>Reset</button>
    </div>
  );
}

/** Says that a user has a PIN for shared desks, with a button that removes it. */
export function UserPin({ user: { id, username }, onReset }: { user: User; onReset(): void }) {
  const { api } = useConsole();
  const actions = useActions();

  async function reset(): Promise<void> {
    const isDone = await actions.confirmed({
      title: `Remove the PIN of ${username}?`,
      text: "They can set a new one in their profile.",
      action: "Remove",
    }, () => unwrap(api.DELETE("/api/users/{id}/desk-pin", { params: { path: { id } } })));
    if (isDone) onReset();
  }

  return (
    <div class="user-factors">
      <span>PIN for shared desks</span>
      <button type="button" onClick={reset}>Remove</button>
    </div>
  );
}
