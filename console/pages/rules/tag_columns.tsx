import { countText } from "../../parts/numbers.ts";
import { namesText } from "../../parts/names_text.ts";
import { Panel } from "../../parts/panel.tsx";
import {
  type ColumnChoice,
  FIELD_LABELS,
  knownColumns,
  LIMITS,
  PRESETS,
  TAG_FIELDS,
  type TagField,
} from "../../tags/tag_columns.ts";
import { decimalMark, type TagReading } from "../../tags/tag_limits.ts";

const MOST_NAMED = 20;

interface TagColumnsProps {
  reading: TagReading;
  /** Columns that nothing is taken from. */
  unused: readonly string[];
  isBusy: boolean;
  change(reading: TagReading): void;
  compare(): void;
}

/** Which column of the file gives what. */
export function TagColumns({ reading, unused, isBusy, change, compare }: TagColumnsProps) {
  const { table, preset, choice, mark } = reading;
  const isReady = choice.tag !== undefined && LIMITS.some((limit) => choice[limit] !== undefined);
  const withField = (field: TagField, at: number | undefined): ColumnChoice => {
    const { [field]: _, ...others } = choice;
    return at === undefined ? others : { ...others, [field]: at };
  };
  return (
    <Panel title="Columns" tools={<span class="muted">{countText(table.rows.length, "row")}</span>}>
      <div class="rules-tag-columns">
        <label>
          <span>Names of</span>
          <select
            value={preset}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) => {
              const chosen = PRESETS.find((one) => one === value) ?? "Any";
              const next = knownColumns(table, chosen);
              change({ table, preset: chosen, choice: next, mark: decimalMark(table, next) });
            }}
          >
            {PRESETS.map((name) => (
              <option key={name} value={name}>{name === "Any" ? "Any system" : name}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Decimals</span>
          <select
            value={mark}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) =>
              change({ ...reading, mark: value === "," ? "," : "." })}
          >
            <option value=".">Point: 4.5</option>
            <option value=",">Comma: 4,5</option>
          </select>
        </label>
        {TAG_FIELDS.map((field) => (
          <label key={field}>
            <span>{FIELD_LABELS[field]}</span>
            <select
              value={choice[field] ?? ""}
              disabled={isBusy}
              onChange={({ currentTarget: { value } }) =>
                change({ ...reading, choice: withField(field, value === "" ? undefined : Number(value)) })}
            >
              <option value="">—</option>
              {table.header.map((name, at) => (
                <option key={at} value={at}>{name === "" ? `Column ${at + 1}` : name}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {choice.description !== undefined && (
        <p class="muted">Descriptions are not carried over: the console shows those of the data source.</p>
      )}
      {unused.length > 0 && <p class="muted">Not carried over: {namesText(unused, MOST_NAMED)}</p>}
      {!isReady && <p role="status">Choose the column of the tag and of at least one limit.</p>}
      <button type="button" class="primary rules-tag-compare" disabled={isBusy || !isReady} onClick={compare}>
        Compare
      </button>
    </Panel>
  );
}
