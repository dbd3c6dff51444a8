import type { Signal } from "@preact/signals";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../api/client.ts";
import { lengthMs, nameParts } from "../parts/event_text.ts";
import { SeverityGlyph } from "../parts/glyph.tsx";
import { durationText, type PlantTime } from "../parts/plant_time.ts";
import { severityInfo } from "../parts/severity.ts";
import { type Column, type RowSelection, VirtualTable } from "../parts/table/virtual_table.tsx";
import { useConsole } from "../shell/console.ts";

interface EventTableProps {
  events: readonly RuleEvent[];
  label: string;
  /** Headings sort the rows; not for a list of which only one page is loaded. */
  sortable?: boolean;
  /** Ids of the selected rows; absent: rows cannot be selected. */
  selected?: Signal<ReadonlySet<number>>;
}

/** Highest severity first, unacknowledged before acknowledged, then the newest. */
export function worstFirst(a: RuleEvent, b: RuleEvent): number {
  return severityInfo(a.severity).rank - severityInfo(b.severity).rank ||
    Number(a.acknowledged_at !== null) - Number(b.acknowledged_at !== null) ||
    (a.start_time < b.start_time ? 1 : -1);
}

/** A table of events; Enter or a click opens one. */
export function EventTable({ events, label, sortable = false, selected }: EventTableProps) {
  const { time } = useConsole();
  const { route } = useLocation();
  const columns = columnsOf(time).map(({ compare, ...column }) => sortable ? { ...column, compare } : column);
  return (
    <VirtualTable
      label={label}
      columns={columns}
      rows={events}
      keyOf={({ id }) => id}
      classOf={({ is_active, acknowledged_at, severity }) =>
        is_active && acknowledged_at === null ? `open s${severityInfo(severity).rank}` : ""}
      onOpen={({ id }) => route(`/events/${id}`)}
      selection={selected && selectionOf(events, selected)}
    />
  );
}

function selectionOf(
  events: readonly RuleEvent[],
  selected: Signal<ReadonlySet<number>>,
): RowSelection<RuleEvent> {
  const all = events.length > 0 && events.every(({ id }) => selected.value.has(id));
  return {
    all,
    has: ({ id }) => selected.value.has(id),
    toggle({ id }) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
    toggleAll: () => selected.value = new Set(all ? [] : events.map(({ id }) => id)),
    nameOf: ({ event_name }) => `Select ${event_name}`,
  };
}

function columnsOf(time: PlantTime): Column<RuleEvent>[] {
  return [
    {
      key: "severity",
      title: "Severity",
      head: <span class="sr-only">Severity</span>,
      width: "20px",
      cell: ({ severity }) => <SeverityGlyph severity={severity} />,
      compare: (a, b) => severityInfo(a.severity).rank - severityInfo(b.severity).rank,
    },
    {
      key: "start",
      title: "Start",
      width: "150px",
      narrowWidth: "62px",
      cell: ({ start_time }) => <Moment text={time.moment(Date.parse(start_time))} />,
      compare: (a, b) => a.start_time < b.start_time ? -1 : 1,
    },
    {
      key: "event",
      title: "Event",
      width: "minmax(0, 3fr)",
      cell: ({ id, event_name }) => <EventName id={id} name={event_name} />,
      compare: (a, b) => a.event_name.localeCompare(b.event_name),
    },
    {
      key: "instance",
      title: "Instance",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      cell: ({ template_instance }) => template_instance,
      compare: (a, b) => a.template_instance.localeCompare(b.template_instance),
    },
    { key: "state", title: "State", width: "minmax(0, 1.2fr)", wideOnly: true, cell: stateText },
    {
      key: "length",
      title: "Duration",
      width: "84px",
      narrowWidth: "52px",
      align: "end",
      cell: (event) => durationText(lengthMs(event, Date.now())),
      compare: (a, b) => lengthMs(a, Date.now()) - lengthMs(b, Date.now()),
    },
  ];
}

/** Hides the date on narrow screens. */
function Moment({ text }: { text: string }) {
  return (
    <>
      <span class="wide-only">{text.slice(0, -8)}</span>
      {text.slice(-8)}
    </>
  );
}

function EventName({ id, name }: { id: number; name: string }) {
  const { of, what } = nameParts(name);
  return (
    <a href={`/events/${id}`} tabIndex={-1} title={name}>
      {what}
      {of !== "" && <span class="event-of">{of}</span>}
    </a>
  );
}

/** "active, acknowledged by anna", "ended, backfilled". */
export function stateText(
  { is_active, acknowledged_by, acknowledged_at, data_state, flags }: RuleEvent,
): string {
  const acknowledged = acknowledged_at === null ? "" : `, acknowledged by ${acknowledged_by ?? ""}`;
  const noData = is_active && data_state === "unknown" ? ", no data" : "";
  const backfilled = flags.includes("backfilled") ? ", backfilled" : "";
  return `${is_active ? "active" : "ended"}${acknowledged}${noData}${backfilled}`;
}
