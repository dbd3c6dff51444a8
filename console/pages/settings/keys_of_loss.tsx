import { useId } from "preact/hooks";
import { type Schemas, unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { namesText } from "../../parts/names_text.ts";
import { countText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";

interface KeysOfLossProps {
  userId: number;
  /** Those of one owner who has lost the role at the identity provider; at least one. */
  keys: readonly Schemas["ApiKey"][];
}

const MOST_NAMED = 10;

/** Offers to end the keys of somebody who is no longer an administrator at the identity provider. */
export function KeysOfLoss({ userId, keys }: KeysOfLossProps) {
  const { api, people } = useConsole();
  const actions = useActions();
  const name = people.nameOf(keys[0]!.owner ?? "");
  const count = countText(keys.length, "API key");
  const action = keys.length === 1 ? "End key" : "End keys";
  const textId = useId();
  const why = keys[0]!.owner_loss === "refused"
    ? "was refused by the identity provider and has not signed in since"
    : "is no longer an administrator at the identity provider";

  async function end(): Promise<void> {
    const params = { path: { id: userId } };
    await actions.confirmed({
      title: `End ${count} of ${name}?`,
      text: `Programs that use ${keys.length === 1 ? "it" : "them"} will be refused: ${
        namesText(keys.map((key) => key.name), MOST_NAMED)
      }.`,
      action,
    }, () => unwrap(api.PUT("/api/users/{id}", { params, body: { end_keys: true } })));
  }

  return (
    <section class="row wrap settings-notice" aria-label={`Keys of ${name}`}>
      <p id={textId}>{`${name} ${why}, but owns ${count}.`}</p>
      <button type="button" aria-describedby={textId} onClick={end}>{action}…</button>
    </section>
  );
}
