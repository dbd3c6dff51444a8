import { timeHead } from "../parts/table/time_head.tsx";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../api/client.ts";
import { isOutOfService, lengthMs } from "../parts/event_text.ts";
import { type EventState, eventState } from "../parts/event_state.ts";
import { SeverityGlyph } from "../parts/glyph.tsx";
import type { People } from "../session/people.ts";
import { durationText, type PlantTime } from "../parts/plant_time.ts";
import { severityInfo } from "../parts/severity.ts";
import { type Column, type RowSelection, VirtualTable } from "../parts/table/virtual_table.tsx";
import { useConsole } from "../shell/console.ts";
import type { EventList } from "./event_list.ts";
import { useEventNames } from "./event_names.ts";
import { listHere, openFrom } from "./opened_list.ts";
import type { EventNames } from "../parts/machine.ts";

interface EventTableProps {
  events: readonly RuleEvent[];
  label: string;
  /** Headings sort the rows; not for a list of which only one page is loaded. */
  sortable?: boolean;
  /** Of which list these are one page; absent: they are all of it. */
  page?: ListPage;
  /** Absent: rows cannot be selected. */
  selection?: RowSelection<RuleEvent>;
}

export type ListPage = Pick<EventList, "before" | "total" | "query">;

/** A table of events; Enter or a click opens one. */
export function EventTable({ events, label, sortable = false, page, selection }: EventTableProps) {
  const { time, people } = useConsole();
  const { route } = useLocation();
  const names = useEventNames();
  const columns = columnsOf(time, { names, nameOf: people.nameOf }).map(({ compare, ...column }) =>
    sortable ? { ...column, compare } : column
  );
  return (
    <VirtualTable
      label={label}
      columns={columns}
      rows={events}
      narrowRowHeight={NARROW_ROW}
      classOf={(event) => ROW_CLASSES[eventState(event)] + ` s${severityInfo(event.severity).rank}`}
      onUse={({ id }, rows) => openFrom({ ...listHere(label, rows), ...page }, id)}
      onOpen={({ id }) => route(`/events/${id}`)}
      selection={selection}
    />
  );
}

/** Two lines. */
const NARROW_ROW = 52;

interface Naming {
  names: EventNames;
  nameOf: People["nameOf"];
}

function columnsOf(time: PlantTime, { names, nameOf }: Naming): Column<RuleEvent>[] {
  const machine = (event: RuleEvent) => names.machineOf(event).machine;
  return [
    {
      key: "severity",
      title: "Severity",
      head: <span class="sr-only">Severity</span>,
      width: "20px",
      cell: (event) => (
        <SeverityGlyph severity={event.severity} isReturned={eventState(event) === "returned"} />
      ),
      compare: (a, b) => severityInfo(a.severity).rank - severityInfo(b.severity).rank,
    },
    {
      key: "start",
      ...timeHead("Start", time),
      width: "150px",
      narrowWidth: "62px",
      cell: ({ start_time }) => <Moment text={time.moment(Date.parse(start_time))} />,
      compare: (a, b) => a.start_time < b.start_time ? -1 : 1,
    },
    {
      key: "machine",
      title: "Machine",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      isWhole: true,
      cell: (event) => <MachineName event={event} names={names} />,
      compare: (a, b) => machine(a).localeCompare(machine(b)),
    },
    {
      key: "event",
      title: "Event",
      width: "minmax(0, 2.4fr)",
      cell: (event) => <EventName event={event} machine={machine(event)} />,
      compare: (a, b) => a.display_name.localeCompare(b.display_name),
    },
    {
      key: "state",
      title: "State",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      isWhole: true,
      cell: (event) => stateText(event, nameOf),
    },
    {
      key: "length",
      title: "Duration",
      width: "84px",
      wideOnly: true,
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

function MachineName({ event, names }: { event: RuleEvent; names: EventNames }) {
  const { machine, area } = names.machineOf(event);
  return (
    <span title={event.template_instance}>
      {machine}
      {area !== "" && <span class="event-of">{area}</span>}
    </span>
  );
}

/** Narrow screens have one column for all of it: the machine above what is wrong and how long it lasts. */
function EventName({ event, machine }: { event: RuleEvent; machine: string }) {
  return (
    <a href={`/events/${event.id}`} tabIndex={-1} title={event.event_name}>
      <span class="event-machine narrow-only">{machine}</span>
      {event.display_name}
      <span class="event-of narrow-only">{durationText(lengthMs(event, Date.now()))}</span>
    </a>
  );
}

const ROW_CLASSES: Readonly<Record<EventState, string>> = {
  unacknowledged: "open",
  acknowledged: "acknowledged",
  returned: "returned",
  normal: "over",
};

const STATES: Readonly<Record<EventState, string>> = {
  unacknowledged: "active, unacknowledged",
  acknowledged: "active",
  returned: "returned to normal, unacknowledged",
  normal: "normal",
};

/** "active, acknowledged by anna", "active, unacknowledged, acknowledge again", "returned to normal, unacknowledged", "normal, backfilled". */
export function stateText(event: RuleEvent, nameOf = (who: string | null) => who ?? ""): string {
  const { is_active, acknowledged_by, acknowledged_at, re_alarmed_at, data_state, flags } = event;
  const again = re_alarmed_at === null ? "" : ", acknowledge again";
  const acknowledged = acknowledged_at === null ? again : `, acknowledged by ${nameOf(acknowledged_by)}`;
  const noData = is_active && data_state === "unknown" ? ", no data" : "";
  const backfilled = flags.includes("backfilled") ? ", backfilled" : "";
  const out = isOutOfService(event, Date.now()) ? ", out of service" : "";
  return `${STATES[eventState(event)]}${acknowledged}${noData}${backfilled}${out}`;
}
