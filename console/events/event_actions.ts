import { type RuleEvent, told } from "../api/client.ts";
import { problemOf } from "../api/problem.ts";
import { type Console, useConsole } from "../shell/console.ts";

/** What operators do to events; each tells how it went. */
export interface EventActions {
  mayAct: boolean;
  mayDelete: boolean;
  acknowledge(events: readonly RuleEvent[]): Promise<void>;
  close(event: RuleEvent): Promise<void>;
  unshelve(event: RuleEvent): Promise<void>;
  /** True when it is gone. */
  remove(event: RuleEvent): Promise<boolean>;
}

/** So many acknowledgements are under way at once. */
const AT_ONCE = 5;

export function useEventActions(): EventActions {
  const console = useConsole();
  const { api, session, asking, toasts, live } = console;
  return {
    mayAct: session.may("POST /api/rule-events/:id/acknowledge"),
    mayDelete: session.may("DELETE /api/rule-events/:id"),
    acknowledge: (events) =>
      acknowledge(console, events.filter(({ acknowledged_at }) => acknowledged_at === null)),
    async close(event) {
      const sure = await asking.confirm({
        title: "Close this event?",
        text: `"${event.event_name}" is closed by hand, although its condition may still hold.`,
        action: "Close event",
        danger: true,
      });
      if (sure) await tried(console, () => told(api.POST("/api/rule-events/{id}/close", path(event))));
    },
    async unshelve(event) {
      await tried(console, () => told(api.POST("/api/rule-events/{id}/unshelve", path(event))));
    },
    async remove(event) {
      const sure = await asking.confirm({
        title: "Delete this event?",
        text: `"${event.event_name}" is removed for good; the audit log keeps what it was.`,
        action: "Delete event",
        danger: true,
      });
      if (!sure) return false;
      try {
        const { message } = await told(api.DELETE("/api/rule-events/{id}", path(event)));
        live.take([{ ...event, deleted: true }]);
        toasts.done(message);
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

type Written = { data: RuleEvent; message: string };

async function tried({ live, toasts }: Console, act: () => Promise<Written>): Promise<void> {
  try {
    const { data, message } = await act();
    live.take([data]);
    toasts.done(message);
  } catch (error) {
    toasts.problem(problemOf(error).message);
  }
}

async function acknowledge(
  { api, live, toasts, asking }: Console,
  events: readonly RuleEvent[],
): Promise<void> {
  if (events.length === 0) return;
  if (events.length > 1) {
    const text = `${events.length} events that nobody has acknowledged yet.`;
    if (!await asking.confirm({ title: "Acknowledge all shown?", text, action: "Acknowledge" })) return;
  }
  const waiting = [...events];
  let failure: string | undefined;
  const work = async () => {
    for (let event = waiting.shift(); event !== undefined && failure === undefined; event = waiting.shift()) {
      try {
        live.take([(await told(api.POST("/api/rule-events/{id}/acknowledge", path(event)))).data]);
      } catch (error) {
        failure = problemOf(error).message;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failure !== undefined) return toasts.problem(failure);
  toasts.done(
    events.length === 1 ? `Acknowledged "${events[0].event_name}"` : `Acknowledged ${events.length} events`,
  );
}
