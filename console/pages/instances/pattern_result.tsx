import { useSignal } from "@preact/signals";
import type { Schemas } from "../../api/client.ts";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import { instancesText } from "../../instances/instance_text.ts";
import { numberText } from "../../parts/numbers.ts";
import { Empty } from "../../parts/states.tsx";
import { VirtualTable } from "../../parts/table/virtual_table.tsx";

type Created = Schemas["BulkCreation"];
type Item = Created["items"][number];
type Status = Item["status"];

const STATUS_TEXTS: Readonly<Record<Status, string>> = {
  created: "Created",
  would_create: "To be created",
  exists: "Already exists",
  ambiguous: "Ambiguous",
  missing: "Incomplete",
  failed: "Rejected",
};
const STATUSES: readonly Status[] = ["created", "would_create", "exists", "ambiguous", "missing", "failed"];

interface PatternResultProps {
  result: Created;
  /** The form was changed since the preview. */
  isStale: boolean;
  create(): void;
  deploy(names: ReadonlyMap<number, string>): void;
}

/** The instances found or created, one row each. */
export function PatternResult({ result, isStale, create, deploy }: PatternResultProps) {
  const { mayChange } = useInstanceActions();
  const only = useSignal<Status | "">("");
  const { items, summary } = result;
  const shown = only.value === "" ? items : items.filter(({ status }) => status === only.value);
  const made = new Map(
    items.flatMap(({ status, instance_id, instance_name }) =>
      status === "created" && instance_id !== undefined ? [[instance_id, instance_name] as const] : []
    ),
  );
  return (
    <section class="panel" aria-label="Result">
      <div class="pattern-head">
        <h2>{summary.dry_run ? "Preview" : "Created instances"}</h2>
        <div class="segments" role="group" aria-label="Result">
          <button type="button" aria-pressed={only.value === ""} onClick={() => only.value = ""}>
            All {numberText(summary.total)}
          </button>
          {STATUSES.filter((status) => summary[status] > 0).map((status) => (
            <button
              key={status}
              type="button"
              aria-pressed={only.value === status}
              onClick={() => only.value = status}
            >
              {STATUS_TEXTS[status]} {numberText(summary[status])}
            </button>
          ))}
        </div>
        {summary.dry_run && mayChange && (
          <button
            type="button"
            class="primary"
            disabled={isStale || summary.would_create === 0}
            onClick={create}
          >
            Create {instancesText(summary.would_create)}
          </button>
        )}
        {made.size > 0 && (
          <button type="button" class="primary" onClick={() => deploy(made)}>
            Deploy {made.size === 1 ? "it" : `all ${numberText(made.size)}`}
          </button>
        )}
      </div>
      {isStale && <p class="stale">The form has changed. Preview again.</p>}
      {shown.length === 0 ? <Empty title="No streams match these patterns" /> : <Items items={shown} />}
    </section>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  return (
    <VirtualTable
      label="Instances of the pattern"
      rows={items}
      keyOf={({ instance_name }) => instance_name}
      columns={[
        {
          key: "status",
          title: "Result",
          width: "120px",
          narrowWidth: "96px",
          cell: ({ status }) => STATUS_TEXTS[status],
          compare: (a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status),
        },
        {
          key: "name",
          title: "Instance",
          width: "minmax(0, 1.2fr)",
          cell: ({ instance_name, instance_id }) =>
            instance_id === undefined
              ? instance_name
              : <a href={`/instances/${instance_id}`}>{instance_name}</a>,
        },
        {
          key: "why",
          title: "Bindings or problems",
          width: "minmax(0, 2.4fr)",
          cell: (item) => <span title={detailOf(item)}>{detailOf(item)}</span>,
        },
      ]}
    />
  );
}

function detailOf({ problems = [], placeholder_mappings }: Item): string {
  if (problems.length > 0) return problems.map(({ message }) => message).join("; ");
  return Object.entries(placeholder_mappings).map(([name, text]) => `${name} = ${text}`).join(", ");
}
