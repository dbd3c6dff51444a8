import { useSignal } from "@preact/signals";
import { csvText } from "../../parts/csv.ts";
import { download } from "../../parts/download.ts";
import { numberText } from "../../parts/numbers.ts";
import { type ImportRow, ROW_STATES, type RowState } from "../../tags/import_rows.ts";

const SHOWN_ROWS = 100;

const STATE_TEXTS: Readonly<Record<RowState, { before: string; after: string }>> = {
  new: { before: "New", after: "Created" },
  changed: { before: "Other limits", after: "Changed" },
  same: { before: "There already", after: "There already" },
  refused: { before: "Not carried over", after: "Not carried over" },
};

/** What becomes of each row, by what it is. */
export function TagRows({ rows, isDone }: { rows: readonly ImportRow[]; isDone: boolean }) {
  const state = useSignal<RowState | null>(null);
  const most = useSignal(SHOWN_ROWS);
  const wordOf = (one: RowState) => STATE_TEXTS[one][isDone ? "after" : "before"];
  const chosen = state.value === null ? rows : rows.filter((row) => row.state === state.value);
  const countOf = (one: RowState) => rows.filter((row) => row.state === one).length;
  const refused = rows.filter((row) => row.state === "refused");
  return (
    <>
      <div class="rules-tag-states" role="group" aria-label="Rows">
        {[null, ...ROW_STATES].map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={state.value === one}
            onClick={() => {
              state.value = one;
              most.value = SHOWN_ROWS;
            }}
          >
            {one === null ? "All" : wordOf(one)} {numberText(one === null ? rows.length : countOf(one))}
          </button>
        ))}
        {refused.length > 0 && (
          <button
            type="button"
            onClick={() => download("not-carried-over.csv", { text: refusedText(refused), type: "text/csv" })}
          >
            Download what is not carried over
          </button>
        )}
      </div>
      <div class="rules-tag-table">
        <table class="plain">
          <thead>
            <tr>
              <th scope="col" class="end">Row</th>
              <th scope="col">Tag</th>
              <th scope="col">Result</th>
              <th scope="col">Limits or reason</th>
            </tr>
          </thead>
          <tbody>
            {chosen.slice(0, most.value).map(({ row, tag, stream, state, text }) => (
              <tr key={row}>
                <td class="end">{row}</td>
                <td>
                  {tag}
                  {stream !== null && stream !== tag && <span class="muted">{` → ${stream}`}</span>}
                </td>
                <td>{state === "refused" ? <strong>{wordOf(state)}</strong> : wordOf(state)}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chosen.length > most.value && (
        <button
          type="button"
          class="rules-more"
          onClick={() => most.value += SHOWN_ROWS * 5}
        >
          Show more ({numberText(chosen.length - most.value)} left)
        </button>
      )}
    </>
  );
}

function refusedText(rows: readonly ImportRow[]): string {
  return csvText([["row", "tag", "reason"], ...rows.map(({ row, tag, text }) => [row, tag, text])]);
}
