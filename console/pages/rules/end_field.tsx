import { useFormContext } from "../../parts/form/form.tsx";
import { optionsOf } from "../../parts/options.ts";
import type { DraftRule } from "../../rules/draft.ts";
import { withOwnEnd } from "../../rules/own_end.ts";
import { useEditor } from "./editor.ts";

const ENDS = { conditions: "The conditions are false", own: "Own conditions are true" } as const;

/** What ends the events of a rule: its conditions, or conditions of their own. */
export function EndField({ path, rule }: { path: string; rule: DraftRule }) {
  const { form, idOf, marksChanges } = { ...useFormContext(), ...useEditor() };
  const id = `${idOf(`${path}.until`)}-kind`, end = endOf(rule.until);
  const saved = marksChanges ? form.savedAt(`${path}.until`) : undefined;
  const was = saved === undefined ? end : endOf(saved.value);
  return (
    <div class={was === end ? "field" : "field changed"}>
      <label for={id}>Ends when</label>
      {was !== end && <span class="field-saved" id={`${id}-saved`}>was {ENDS[was].toLowerCase()}</span>}
      <select
        id={id}
        aria-describedby={`${was === end ? "" : `${id}-saved `}${id}-hint`}
        value={end}
        onChange={({ currentTarget }) => {
          const isOwn = currentTarget.value === "own";
          form.set(path, { ...rule, ...isOwn ? withOwnEnd(rule) : { until: null } });
        }}
      >
        {optionsOf(ENDS).map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
      <p class="hint" id={`${id}-hint`}>
        {end === "own"
          ? "An active event lasts until these are true, whatever the conditions above are"
          : "Or give it an end of its own, such as a lower value or a reset signal"}
      </p>
    </div>
  );
}

function endOf(until: unknown): keyof typeof ENDS {
  return until === null ? "conditions" : "own";
}
