import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Api, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { type Direction, type EventList, nearestOf, positionIn } from "../../events/event_list.ts";
import { openedList, openFrom } from "../../events/opened_list.ts";
import { numberText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";
import { useKeys } from "../../shell/use_keys.ts";

/** How the present page was reached from the event beside it; a pressed button keeps the focus. */
let stepped: { direction: Direction; byButton: boolean } | undefined;

const LABELS: Readonly<Record<Direction, { label: string; arrow: string; keys: string; end: string }>> = {
  previous: { label: "Previous event", arrow: "‹", keys: "k", end: "This is the first event of the list" },
  next: { label: "Next event", arrow: "›", keys: "j", end: "This is the last event of the list" },
};

interface EventStepsProps {
  id: number;
  /** What a screen reader hears after a step; undefined until the event is read. */
  title: string | undefined;
}

/** To the events beside this one in the list that it was opened from, in the list's order; and back to the list. */
export function EventSteps({ id, title }: EventStepsProps) {
  const { api, announcer, toasts } = useConsole();
  const { route } = useLocation();
  const list = useMemo(() => openedList(id), []);
  const came = useMemo(() => stepped, []);
  const buttons = { previous: useRef<HTMLButtonElement>(null), next: useRef<HTMLButtonElement>(null) };
  const position = list && positionIn(list, id);
  useEffect(() => {
    stepped = undefined;
    if (came?.byButton) buttons[came.direction].current?.focus();
  }, []);
  useEffect(() => {
    if (came !== undefined && title !== undefined && position !== undefined) {
      announcer.announce(`${title}, ${numberText(position.number)} of ${numberText(list?.total ?? 0)}`);
    }
  }, [title]);

  async function step(direction: Direction, byButton: boolean): Promise<void> {
    const to = position?.neighbours[direction];
    if (list === undefined || to === undefined) return announcer.announce(LABELS[direction].end);
    try {
      const page = to === "elsewhere" ? await pageBeside(api, { list, direction }) : list;
      const found = to === "elsewhere" ? nearestOf(page, { list, direction }) : to;
      if (found === undefined) return announcer.announce(LABELS[direction].end);
      openFrom(page, found);
      stepped = { direction, byButton };
      route(`/events/${found}`, true);
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  const directions = ["previous", "next"] as const;
  useKeys(
    position === undefined ? [] : directions.map((direction) => {
      const { keys, label } = LABELS[direction];
      return { keys, label, group: "Event", run: () => void step(direction, false) };
    }),
  );
  if (list === undefined || position === undefined) return null;
  return (
    <nav class="row event-steps" aria-label="Events of the list">
      <span>
        {numberText(position.number)} of {numberText(list.total)}: <a href={list.address}>{list.title}</a>
      </span>
      {directions.map((direction) => {
        const { label, arrow, keys } = LABELS[direction];
        return (
          <button
            key={direction}
            ref={buttons[direction]}
            type="button"
            class="icon-button"
            aria-label={label}
            title={`${label} (${keys})`}
            aria-disabled={position.neighbours[direction] === undefined}
            onClick={() => void step(direction, true)}
          >
            {arrow}
          </button>
        );
      })}
    </nav>
  );
}

/** The page of the list before or after this one, as its filters find it at this moment. */
async function pageBeside(
  api: Api,
  { list, direction }: { list: EventList; direction: Direction },
): Promise<EventList> {
  const rows = list.query?.limit ?? list.ids.length;
  const before = Math.max(0, list.before + (direction === "next" ? rows : -rows));
  const query = { ...list.query, offset: before };
  const { data, pagination } = await unwrap(api.GET("/api/rule-events/history", { params: { query } }));
  const address = new URL(list.address, location.origin);
  address.searchParams.set("page", String(before / rows + 1));
  const ids = data.map(({ id }) => id);
  return { ...list, address: address.pathname + address.search, before, total: pagination.total, ids };
}
