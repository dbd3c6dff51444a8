import type { Schemas } from "../../api/client.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { durationText, type PlantTime } from "../../parts/plant_time.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { ShiftSection } from "./shift_section.tsx";
import { missingText, spanRows } from "./missing_text.ts";
import { type ShiftScope, useMissingData } from "./use_shift.ts";

type MissingData = Schemas["MissingData"];

const MAX_SHOWN = 20;

/** When nothing could be evaluated, and which instances lacked data. */
export function MissingSection(scope: ShiftScope) {
  const missing = useMissingData(scope);
  const read = missing.state.value.value;
  const count = read && read.source_lost.length + read.stopped.length + read.instance_count;
  return (
    <ShiftSection id="missing" title="Data was missing" count={count}>
      <Loaded resource={missing} what="Loading where data was missing">
        {(found) => <Missing found={found} fromMs={scope.fromMs} />}
      </Loaded>
    </ShiftSection>
  );
}

function Missing({ found, fromMs }: { found: MissingData; fromMs: number }) {
  const { time } = useConsole();
  const { instances, instance_count } = found;
  const rows = spanRows(found);
  const shown = instances.slice(0, MAX_SHOWN);
  return (
    <>
      {rows.length + instance_count === 0 && <p class="muted">Data was complete for every instance</p>}
      <ul class="shift-rows">
        {rows.map(({ text, fromMs, toMs }) => (
          <li key={`${text} ${fromMs}`}>
            <span />
            <strong class="shift-name">{text}</strong>
            <span class="shift-state">
              {toMs === null ? "until now" : `for ${durationText(toMs - fromMs)}`}
            </span>
            <span class="shift-time number">{spanText({ fromMs, toMs }, time)}</span>
          </li>
        ))}
        {shown.map((row) => (
          <li key={row.instance_id}>
            <span />
            <a class="shift-name target" href={`/instances/${row.instance_id}`}>
              <strong>{row.instance_name}</strong>
            </a>
            <span class="shift-state">{missingText(row)}</span>
          </li>
        ))}
      </ul>
      {instance_count > shown.length && (
        <p class="muted">{countText(instance_count - shown.length, "more instance")} with less time.</p>
      )}
      {Date.parse(found.from) - fromMs > 3_600_000 && (
        <p class="muted">Only the last {numberText(24)} hours are known here.</p>
      )}
    </>
  );
}

function spanText({ fromMs, toMs }: { fromMs: number; toMs: number | null }, time: PlantTime): string {
  return toMs === null ? `since ${time.moment(fromMs)}` : `${time.moment(fromMs)} – ${time.moment(toMs)}`;
}
