import { type Signal, useComputed } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { coverageText, type Instance, shareText, standingOf } from "../../instances/instance_words.ts";
import { StandingMark } from "../../instances/standing_mark.tsx";
import type { SourceState } from "../../live/source_state.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import type { PlantPlace } from "../../parts/plant_paths.ts";
import type { PlantTime } from "../../parts/plant_time.ts";
import { severityLook } from "../../parts/severity.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { sortOf, sortText } from "../../parts/table/sort.ts";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";

interface InstanceTableProps {
  instances: readonly Instance[];
  /** As it stands in the address. */
  sort: string;
  onSort(sort: string): void;
  /** Ids of the marked rows; absent: there is nothing to be done to them. */
  marked?: Signal<ReadonlySet<number>>;
}

export function InstanceTable({ instances, sort, onSort, marked }: InstanceTableProps) {
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
      keyOf={({ id }) => id}
      onOpen={({ id }) => route(`/instances/${id}`)}
      order={{
        sort: sortOf(sort, columns.map(({ key }) => key)),
        change: (next) => onSort(sortText(next)),
      }}
      marks={marked === undefined ? undefined : marksOf(instances, marked)}
    />
  );
}

function marksOf(instances: readonly Instance[], marked: Signal<ReadonlySet<number>>) {
  const all = instances.length > 0 && instances.every(({ id }) => marked.value.has(id));
  return {
    all,
    has: ({ id }: Instance) => marked.value.has(id),
    toggle({ id }: Instance) {
      const next = new Set(marked.value);
      if (!next.delete(id)) next.add(id);
      marked.value = next;
    },
    toggleAll: () => marked.value = new Set(all ? [] : instances.map(({ id }) => id)),
    nameOf: ({ instance_name }: Instance) => `Mark ${instance_name}`,
  };
}

interface Active {
  count: number;
  worst: RuleEvent["severity"];
}

/** How many events each instance has active, and the worst of them. */
function activeByInstance(events: Iterable<RuleEvent>): ReadonlyMap<number, Active> {
  const found = new Map<number, Active>();
  for (const { instance_id: id, is_active, severity } of events) {
    if (id === null || !is_active) continue;
    const known = found.get(id);
    const worst = known !== undefined && severityLook(known.worst).rank < severityLook(severity).rank
      ? known.worst
      : severity;
    found.set(id, { count: (known?.count ?? 0) + 1, worst });
  }
  return found;
}

interface Context {
  active: ReadonlyMap<number, Active>;
  source: SourceState | null;
  places: ReadonlyMap<string, PlantPlace>;
  time: PlantTime;
}

const ORDER = new Intl.Collator("en", { numeric: true });
const RANKS = { blind: 0, judging: 1, idle: 2 } as const;

function columnsOf({ active, source, places, time }: Context): Column<Instance>[] {
  const placeOf = ({ plant_node_floc_id: id }: Instance) => id === null ? "" : places.get(id)?.short ?? id;
  const rankOf = (instance: Instance) => RANKS[standingOf(instance, source)];
  const worstOf = ({ id }: Instance) => severityLook(active.get(id)?.worst ?? "info").rank;
  const countOf = ({ id }: Instance) => active.get(id)?.count ?? 0;
  return [
    {
      ...{ key: "state", title: "State", width: "124px", narrowWidth: "36px" },
      cell: (instance) => <StandingMark standing={standingOf(instance, source)} />,
      compare: (a, b) => rankOf(a) - rankOf(b),
    },
    {
      ...{ key: "name", title: "Instance", width: "minmax(0, 2.4fr)" },
      cell: ({ id, instance_name }) => (
        <a href={`/instances/${id}`} tabIndex={-1} title={instance_name}>{instance_name}</a>
      ),
      compare: (a, b) => ORDER.compare(a.instance_name, b.instance_name),
    },
    {
      ...{ key: "template", title: "Template", width: "minmax(0, 1.4fr)", wideOnly: true },
      cell: ({ template }) => template.name,
      compare: (a, b) => ORDER.compare(a.template.name, b.template.name),
    },
    {
      ...{ key: "place", title: "Place", width: "minmax(0, 1.6fr)", wideOnly: true },
      cell: placeOf,
      compare: (a, b) => ORDER.compare(placeOf(a), placeOf(b)),
    },
    {
      ...{ key: "active", title: "Active", width: "72px", narrowWidth: "48px" },
      cell: ({ id }) => <ActiveCount active={active.get(id)} />,
      compare: (a, b) => Math.sign(countOf(b)) - Math.sign(countOf(a)) || worstOf(a) - worstOf(b),
    },
    {
      ...{ key: "judged", title: "Judged 24 h", width: "88px", align: "end", wideOnly: true },
      cell: ({ is_deployed, coverage }) =>
        is_deployed && <span title={coverageText(coverage)}>{shareText(coverage.share)}</span>,
      compare: (a, b) => a.coverage.share - b.coverage.share,
    },
    {
      ...{ key: "since", title: "Deployed", width: "150px", align: "end", wideOnly: true },
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
      {active.count}
    </span>
  );
}
