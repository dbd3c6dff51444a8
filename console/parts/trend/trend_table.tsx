import { useSignal } from "@preact/signals";
import { useConsole } from "../../shell/console.ts";
import { decimalText } from "../numbers.ts";
import { stateIn, type TrendColumns } from "./columns.ts";
import type { TrendSeries } from "./types.ts";

const MAX_ROWS = 60;

interface TableProps {
  columns: TrendColumns;
  series: readonly TrendSeries[];
  decimals: readonly number[];
}

/** Some of the values as a table. */
export function TrendTable({ columns, series, decimals }: TableProps) {
  const { timesMs } = columns;
  const { time } = useConsole();
  const isOpen = useSignal(false);
  const step = Math.max(1, Math.ceil(timesMs.length / MAX_ROWS));
  const rows = isOpen.value ? timesMs.map((ms, at) => ({ ms, at })).filter(({ at }) => at % step === 0) : [];
  return (
    <details onToggle={(event) => isOpen.value = event.currentTarget.open}>
      <summary>Show as table</summary>
      {isOpen.value && (
        <div class="trend-table" role="region" aria-label="Values" tabIndex={0}>
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">Time</th>
                {series.map(({ label, unit }) => (
                  <th key={label} scope="col" class="end">
                    {label} {unit !== null && <span class="unit">{unit}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ ms, at }) => (
                <tr key={ms}>
                  <td>{time.full(ms)}</td>
                  {columns.series.map(({ values }, of) => (
                    <td key={of} class="end">
                      {stateIn(columns, { of, at }) ?? numberCell(values[at], decimals[of]!)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function numberCell(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined ? "—" : decimalText(value, decimals);
}
