import { type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { countText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";

interface KeysOfLossProps {
  userId: number;
  /** Those of one owner who has lost the role at the identity provider; at least one. */
  keys: readonly Schemas["ApiKey"][];
}

/** Offers to end the keys of somebody who is no longer an administrator at the identity provider. */
export function KeysOfLoss({ userId, keys }: KeysOfLossProps) {
  const { api, people, toasts, dialogs } = useConsole();
  const name = people.nameOf(keys[0].owner ?? "");
  const count = countText(keys.length, "API key");
  const why = keys[0].owner_loss === "refused"
    ? "was refused by the identity provider and has not signed in since"
    : "is no longer an administrator at the identity provider";

  async function end(): Promise<void> {
    const isConfirmed = await dialogs.confirm({
      title: `End ${count} of ${name}?`,
      text: `Programs that use them will be refused: ${keys.map((key) => key.name).join(", ")}`,
      action: "End keys",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      const params = { path: { id: userId } };
      toasts.done((await unwrap(api.PUT("/api/users/{id}", { params, body: { end_keys: true } }))).message);
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  return (
    <p role="status">
      {`${name} ${why}, but owns ${count}. `}
      <button type="button" onClick={end}>End keys…</button>
    </p>
  );
}
