import { type Signal, useSignal } from "@preact/signals";
import type { Schemas } from "../../api/client.ts";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import { instancesText } from "../../instances/instance_text.ts";
import { numberText } from "../../parts/numbers.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { Empty } from "../../parts/states.tsx";
import { type RowSelection, VirtualTable } from "../../parts/table/virtual_table.tsx";

type Created = Schemas["BulkCreation"];
type Item = Created["items"][number];
type Status = Item["status"];

const STATUS_TEXTS: Readonly<Record<Status, string>> = {
  created: "Created",
  would_create: "Will be created",
  exists: "Already exists",
  ambiguous: "Ambiguous",
  missing: "Incomplete",
  failed: "Rejected",
};
const STATUSES: readonly Status[] = ["created", "would_create", "exists", "ambiguous", "missing", "failed"];

interface PatternResultProps {
  result: Created;
  /** The names of the instances that are left out. */
  excluded: Signal<ReadonlySet<string>>;
  /** The form was changed since the preview. */
  isStale: boolean;
  create(): void;
  deploy(names: ReadonlyMap<number, string>): void;
}

/** The instances found or created, one row each. */
export function PatternResult({ result, excluded, isStale, create, deploy }: PatternResultProps) {
  const { mayChange } = useInstanceActions();
  const only = useSignal<Status | "">("");
  const { items, summary } = result;
  const shown = only.value === "" ? items : items.filter(({ status }) => status === only.value);
  const toCreate = summary.would_create - excluded.value.size;
  const made = new Map(
    items.flatMap(({ status, instance_id, instance_name }) =>
      status === "created" && instance_id !== undefined ? [[instance_id, instance_name] as const] : []
    ),
  );
  return (
    <section class="panel" aria-label="Result">
      <div class="row wrap pattern-head">
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
            disabled={isStale || toCreate === 0}
            onClick={create}
          >
            Create {instancesText(toCreate)}
          </button>
        )}
        {made.size > 0 && (
          <button type="button" class="primary" onClick={() => deploy(made)}>
            Deploy {made.size === 1 ? "it" : `all ${numberText(made.size)}`}
          </button>
        )}
      </div>
      {isStale && <p class="stale">The form has changed. Preview again.</p>}
      {summary.dry_run && summary.would_create > 0 && (
        <p class="muted" role="status">
          {excluded.value.size === 0
            ? "Clear the box of an instance to leave it out."
            : `${instancesText(excluded.value.size)} left out.`}
        </p>
      )}
      {shown.length === 0
        ? <Empty title="No streams match these patterns" />
        : <Items items={shown} excluded={summary.dry_run && mayChange ? excluded : undefined} />}
    </section>
  );
}

interface ItemsProps {
  items: readonly Item[];
  /** Absent where nothing can be left out. */
  excluded?: Signal<ReadonlySet<string>>;
}

/** Rows that will be created have a checkbox each. */
function selectionOf(items: readonly Item[], excluded: Signal<ReadonlySet<string>>): RowSelection<Item> {
  const free = items.filter(({ status }) => status === "would_create");
  const has = ({ status, instance_name }: Item) =>
    status === "would_create" && !excluded.value.has(instance_name);
  const all = free.length > 0 && free.every(has);
  return {
    all,
    has,
    toggle({ status, instance_name }) {
      if (status !== "would_create") return;
      const next = new Set(excluded.value);
      if (!next.delete(instance_name)) next.add(instance_name);
      excluded.value = next;
    },
    toggleAll() {
      const names = free.map(({ instance_name }) => instance_name);
      const others = [...excluded.value].filter((name) => !names.includes(name));
      excluded.value = new Set(all ? [...others, ...names] : others);
    },
    nameOf: ({ instance_name }) => `Create ${instance_name}`,
  };
}

function InstanceName({ instance_name, instance_id }: Item) {
  if (instance_id === undefined) return <span>{instance_name}</span>;
  return <a href={`/instances/${instance_id}`}>{instance_name}</a>;
}

function Items({ items, excluded }: ItemsProps) {
  const places = usePlant().state.value.value?.places;
  const placeOf = ({ plant_node_floc_id: id }: Item) =>
    id === null ? "No location" : places?.get(id)?.short ?? id;
  const pathOf = ({ plant_node_floc_id: id }: Item) => places?.get(id ?? "")?.path;
  return (
    <VirtualTable
      label="Instances of the pattern"
      rows={items}
      keyOf={({ instance_name }) => instance_name}
      selection={excluded && selectionOf(items, excluded)}
      narrowRowHeight={48}
      columns={[
        {
          key: "status",
          title: "Result",
          width: "120px",
          narrowWidth: "116px",
          cell: ({ status }) => STATUS_TEXTS[status],
          compare: (a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status),
        },
        {
          key: "name",
          title: "Instance",
          width: "minmax(0, 1.2fr)",
          cell: (item) => (
            <>
              <InstanceName {...item} />
              <span class="pattern-place muted narrow-only">
                {item.problems === undefined ? placeOf(item) : detailOf(item)}
              </span>
            </>
          ),
        },
        {
          key: "place",
          title: "Location",
          width: "minmax(0, 1.2fr)",
          wideOnly: true,
          cell: (item) => <span title={pathOf(item)}>{placeOf(item)}</span>,
          compare: (a, b) => placeOf(a).localeCompare(placeOf(b)),
        },
        {
          key: "why",
          title: "Bindings or problems",
          width: "minmax(0, 2.4fr)",
          wideOnly: true,
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
