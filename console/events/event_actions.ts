import { type RuleEvent, unwrap } from "../api/client.ts";
import { problemOf } from "../api/problem.ts";
import { outsideText, useMayAt } from "../parts/areas.ts";
import { type Console, useConsole } from "../shell/console.ts";
import { countText } from "../parts/numbers.ts";
import { useEventNames } from "./event_names.ts";

/** What operators do with events; each action displays its result as a toast. */
export interface EventActions {
  /** Whether the user may act on events, at least in some area. */
  mayAct: boolean;
  mayActOn(event: RuleEvent): boolean;
  mayDelete(event: RuleEvent): boolean;
  /** `isMeant`: no confirmation is asked, for the events of one rule and instance. */
  acknowledge(events: readonly RuleEvent[], options?: { isMeant?: boolean }): Promise<void>;
  close(event: RuleEvent): Promise<void>;
  unshelve(event: RuleEvent): Promise<void>;
  /** True if the event was deleted. */
  remove(event: RuleEvent): Promise<boolean>;
}

const CONCURRENT_ACKNOWLEDGEMENTS = 5;

export function useEventActions(): EventActions {
  const console = useConsole();
  const { titleOf } = useEventNames();
  const { api, session, dialogs, toasts, live } = console;
  const mayAt = useMayAt();
  const mayActOn = ({ plant_node_floc_id }: RuleEvent) =>
    mayAt("POST /api/rule-events/:id/acknowledge", plant_node_floc_id);
  return {
    mayAct: session.may("POST /api/rule-events/:id/acknowledge"),
    mayActOn,
    mayDelete: ({ plant_node_floc_id }) => mayAt("DELETE /api/rule-events/:id", plant_node_floc_id),
    acknowledge: async (events, options) => {
      const open = events.filter(({ acknowledged_at }) => acknowledged_at === null);
      const own = open.filter(mayActOn);
      const outside = open.length - own.length;
      if (own.length > 0) await acknowledge(console, own, { ...options, titleOf, outside });
      else if (outside > 0) toasts.problem(outsideText({ outside, total: outside, noun: "event" }));
    },
    async close(event) {
      const isConfirmed = await dialogs.confirm(
        event.flags.includes("drill")
          ? {
            title: "End this drill?",
            text: `Ends the drill of “${titleOf(event)}”. Nobody else is called.`,
            action: "End the drill",
          }
          : {
            title: "Close this event?",
            text: `Closes “${titleOf(event)}” manually, although its condition may still be true.`,
            action: "Close event",
            danger: true,
          },
      );
      if (isConfirmed) {
        const close = () => unwrap(api.POST("/api/rule-events/{id}/close", path(event)));
        await perform(console, { act: close, done: `Closed “${titleOf(event)}”` });
      }
    },
    async unshelve(event) {
      const unshelve = () => unwrap(api.POST("/api/rule-events/{id}/unshelve", path(event)));
      await perform(console, { act: unshelve, done: `Unshelved “${titleOf(event)}”` });
    },
    async remove(event) {
      const isConfirmed = await dialogs.confirm({
        title: "Delete this event?",
        text: `“${titleOf(event)}” is deleted permanently. The audit log keeps its data.`,
        action: "Delete event",
        danger: true,
      });
      if (!isConfirmed) return false;
      const take = live.reading();
      try {
        await unwrap(api.DELETE("/api/rule-events/{id}", path(event)));
        take([{ ...event, deleted: true }]);
        toasts.done(`Deleted “${titleOf(event)}”`);
        return true;
      } catch (error) {
        toasts.problem(problemOf(error).message);
        return false;
      }
    },
  };
}

function path({ id }: RuleEvent) {
  return { params: { path: { id } } };
}

interface Action {
  act(): Promise<{ data: RuleEvent }>;
  /** What is said once it is done. */
  done: string;
}

async function perform({ live, toasts }: Console, { act, done }: Action): Promise<void> {
  const take = live.reading();
  try {
    take([(await act()).data]);
    toasts.done(done);
  } catch (error) {
    toasts.problem(problemOf(error).message);
  }
}

interface AcknowledgeOptions {
  isMeant?: boolean;
  titleOf(event: RuleEvent): string;
  /** Further events, in which the user may not act. */
  outside: number;
}

async function acknowledge(
  { api, live, toasts, dialogs }: Console,
  events: readonly RuleEvent[],
  { isMeant = false, titleOf, outside }: AcknowledgeOptions,
): Promise<void> {
  if (!isMeant && events.length + outside > 1) {
    const rest = outside === 0
      ? ""
      : ` ${outsideText({ outside, total: events.length + outside, noun: "event" })}`;
    const text = `${countText(events.length, "unacknowledged event")} will be acknowledged.${rest}`;
    if (!await dialogs.confirm({ title: "Acknowledge all shown events?", text, action: "Acknowledge" })) {
      return;
    }
  }
  const waiting = [...events];
  let failure: string | undefined;
  const work = async () => {
    for (let event = waiting.shift(); event !== undefined && failure === undefined; event = waiting.shift()) {
      const take = live.reading();
      try {
        take([(await unwrap(api.POST("/api/rule-events/{id}/acknowledge", path(event)))).data]);
      } catch (error) {
        failure = problemOf(error).message;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_ACKNOWLEDGEMENTS }, work));
  if (failure !== undefined) return toasts.problem(failure);
  toasts.done(
    events.length === 1
      ? `Acknowledged “${titleOf(events[0]!)}”`
      : `Acknowledged ${countText(events.length, "event")}`,
  );
}
