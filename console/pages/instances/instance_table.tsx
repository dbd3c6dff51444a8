import { timeHead } from "../../parts/table/time_head.tsx";
import { type Signal, useComputed } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { coverageShareText, coverageText, type Instance, statusOf } from "../../instances/instance_text.ts";
import { InstanceStatusMark } from "../../instances/instance_status_mark.tsx";
import type { SourceState } from "../../live/source_state.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { numberText } from "../../parts/numbers.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import type { PlantTime } from "../../parts/plant_time.ts";
import { severityInfo } from "../../parts/severity.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { sortOf, sortText } from "../../parts/table/sort.ts";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";

interface InstanceTableProps {
  instances: readonly Instance[];
  /** The order as in the address. */
  sort: string;
  onSort(sort: string): void;
  /** Ids of the selected rows; absent if the role allows no actions. */
  selected?: Signal<ReadonlySet<number>>;
}

export function InstanceTable({ instances, sort, onSort, selected }: InstanceTableProps) {
  const { live, time } = useConsole();
  const { route } = useLocation();
  const places = usePlant().state.value.value?.places ?? new Map();
  const active = useComputed(() => activeByInstance(live.events.value.values()));
  const columns = columnsOf({ active: active.value, source: live.source.value, places, time });
  return (
    <VirtualTable
      label="Instances"
      columns={columns}
      rows={instances}
      onOpen={({ id }) => route(`/instances/${id}`)}
      order={{
        sort: sortOf(sort, columns.map(({ key }) => key)),
        change: (next) => onSort(sortText(next)),
      }}
      selection={selected === undefined ? undefined : selectionOf(instances, selected)}
    />
  );
}

function selectionOf(instances: readonly Instance[], selected: Signal<ReadonlySet<number>>) {
  const all = instances.length > 0 && instances.every(({ id }) => selected.value.has(id));
  return {
    all,
    has: ({ id }: Instance) => selected.value.has(id),
    toggle({ id }: Instance) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
    toggleAll: () => selected.value = new Set(all ? [] : instances.map(({ id }) => id)),
    nameOf: ({ instance_name }: Instance) => `Select ${instance_name}`,
  };
}

interface Active {
  count: number;
  worst: RuleEvent["severity"];
}

/** The number of active events of each instance, and their highest severity. */
function activeByInstance(events: Iterable<RuleEvent>): ReadonlyMap<number, Active> {
  const found = new Map<number, Active>();
  for (const { instance_id: id, is_active, severity } of events) {
    if (id === null || !is_active) continue;
    const known = found.get(id);
    const worst = known !== undefined && severityInfo(known.worst).rank < severityInfo(severity).rank
      ? known.worst
      : severity;
    found.set(id, { count: (known?.count ?? 0) + 1, worst });
  }
  return found;
}

interface Context {
  active: ReadonlyMap<number, Active>;
  source: SourceState | null;
  places: ReadonlyMap<string, PlantLocation>;
  time: PlantTime;
}

const ORDER = new Intl.Collator("en", { numeric: true });
const RANKS = { no_data: 0, running: 1, not_deployed: 2 } as const;

function columnsOf({ active, source, places, time }: Context): Column<Instance>[] {
  const placeOf = ({ plant_node_floc_id: id }: Instance) => id === null ? "" : places.get(id)?.short ?? id;
  const rankOf = (instance: Instance) => RANKS[statusOf(instance, source)];
  const worstOf = ({ id }: Instance) => severityInfo(active.get(id)?.worst ?? "info").rank;
  const countOf = ({ id }: Instance) => active.get(id)?.count ?? 0;
  return [
    {
      key: "state",
      title: "State",
      width: "124px",
      narrowWidth: "36px",
      cell: (instance) => <InstanceStatusMark status={statusOf(instance, source)} />,
      compare: (a, b) => rankOf(a) - rankOf(b),
    },
    {
      key: "name",
      title: "Instance",
      width: "minmax(0, 2.4fr)",
      cell: ({ id, instance_name }) => (
        <a href={`/instances/${id}`} tabIndex={-1} title={instance_name}>{instance_name}</a>
      ),
      compare: (a, b) => ORDER.compare(a.instance_name, b.instance_name),
    },
    {
      key: "template",
      title: "Template",
      width: "minmax(0, 1.4fr)",
      wideOnly: true,
      cell: ({ template }) => template.name,
      compare: (a, b) => ORDER.compare(a.template.name, b.template.name),
    },
    {
      key: "place",
      title: "Location",
      isWhole: true,
      width: "minmax(0, 1.6fr)",
      wideOnly: true,
      cell: placeOf,
      compare: (a, b) => ORDER.compare(placeOf(a), placeOf(b)),
    },
    {
      key: "active",
      title: "Active",
      width: "72px",
      narrowWidth: "48px",
      cell: ({ id }) => <ActiveCount active={active.get(id)} />,
      compare: (a, b) => Math.sign(countOf(b)) - Math.sign(countOf(a)) || worstOf(a) - worstOf(b),
    },
    {
      key: "evaluated",
      title: "Coverage 24 h",
      width: "104px",
      align: "end",
      wideOnly: true,
      cell: ({ is_deployed, coverage }) =>
        is_deployed && <span title={coverageText(coverage)}>{coverageShareText(coverage.share)}</span>,
      compare: (a, b) => a.coverage.share - b.coverage.share,
    },
    {
      key: "since",
      ...timeHead("Deployed", time),
      width: "160px",
      align: "end",
      wideOnly: true,
      cell: ({ deployment_date: at }) => at === null ? "" : time.moment(Date.parse(at)),
      compare: (a, b) => Date.parse(a.deployment_date ?? "1970") - Date.parse(b.deployment_date ?? "1970"),
    },
  ];
}

function ActiveCount({ active }: { active: Active | undefined }) {
  if (active === undefined) return null;
  return (
    <span class="node-count">
      <SeverityGlyph severity={active.worst} />
      {numberText(active.count)}
    </span>
  );
}
