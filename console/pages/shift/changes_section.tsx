import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { auditAddress, auditFilter } from "../settings/audit_model.ts";
import { ShiftSection } from "./shift_section.tsx";
import { type ShiftScope, useShiftChanges } from "./use_shift.ts";

const MAX_SHOWN = 50;

/** What people changed besides events: deployments, templates, settings; always in the whole plant. */
export function ChangesSection({ fromMs, area }: ShiftScope) {
  const { time, people } = useConsole();
  const changes = useShiftChanges(fromMs);
  const from = new Date(fromMs).toISOString();
  return (
    <ShiftSection
      id="changes"
      title={area === undefined ? "What changed" : "What changed in the whole plant"}
      count={changes.state.value.value?.length}
      more={<a class="target" href={auditAddress(auditFilter({ span: "between", from }))}>Audit log</a>}
    >
      <Loaded resource={changes} what="Loading what changed">
        {(rows) =>
          rows.length === 0
            ? <p class="muted">No rule, instance or setting was changed</p>
            : (
              <ul class="shift-rows shift-changes">
                {rows.slice(0, MAX_SHOWN).map(({ key, who, atMs, text }) => (
                  <li key={key}>
                    <strong>{people.nameOf(who)}</strong>
                    <span>{text}</span>
                    <span class="shift-time number">{time.moment(atMs)}</span>
                  </li>
                ))}
              </ul>
            )}
      </Loaded>
    </ShiftSection>
  );
}
