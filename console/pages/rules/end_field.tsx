import { useFormContext } from "../../parts/form/form.tsx";
import type { DraftRule } from "../../rules/draft.ts";
import { withOwnEnd } from "../../rules/own_end.ts";
import { useEditor } from "./editor.ts";

/** What ends the events of a rule: its conditions, or conditions of their own. */
export function EndField({ path, rule }: { path: string; rule: DraftRule }) {
  const { form, idOf } = { ...useFormContext(), ...useEditor() };
  const id = `${idOf(`${path}.until`)}-kind`, hasOwn = rule.until !== null;
  return (
    <div class="field">
      <label for={id}>Ends when</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={hasOwn ? "own" : "conditions"}
        onChange={({ currentTarget }) => {
          const isOwn = currentTarget.value === "own";
          form.set(path, { ...rule, ...isOwn ? withOwnEnd(rule) : { until: null } });
        }}
      >
        <option value="conditions">The conditions are false</option>
        <option value="own">Own conditions are true</option>
      </select>
      <p class="hint" id={`${id}-hint`}>
        {hasOwn
          ? "An active event lasts until these are true, whatever the conditions above are"
          : "Or give it an end of its own, such as a lower value or a reset signal"}
      </p>
    </div>
  );
}
