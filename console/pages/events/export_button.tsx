import { useSignal } from "@preact/signals";
import { Download } from "lucide";
import { type Api, type RuleEvent, told } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { download } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { useConsole } from "../../shell/console.ts";
import { eventsCsv } from "./csv.ts";
import { type EventFilter, historyQuery } from "./event_filter.ts";

const CALL_ROWS = 1_000;
/** So many are exported at once; the newest. */
export const MOST_ROWS = 20_000;

/** All that fits the filter as a file, not only the page that is shown. */
export function ExportButton({ filter }: { filter: EventFilter }) {
  const { api, toasts } = useConsole();
  const isBusy = useSignal(false);

  async function save(): Promise<void> {
    isBusy.value = true;
    try {
      const { events, total } = await readAll(api, filter);
      download("andon-events.csv", { text: eventsCsv(events), type: "text/csv" });
      toasts.done(
        total > events.length
          ? `Saved the newest ${events.length} of ${total} events`
          : `Saved ${events.length} events`,
      );
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
    isBusy.value = false;
  }

  return (
    <button type="button" disabled={isBusy.value} onClick={save}>
      <Icon node={Download} />
      CSV
    </button>
  );
}

async function readAll(api: Api, filter: EventFilter): Promise<{ events: RuleEvent[]; total: number }> {
  const events: RuleEvent[] = [];
  for (;;) {
    const query = { ...historyQuery(filter), limit: CALL_ROWS, offset: events.length };
    const { data, pagination } = await told(api.GET("/api/rule-events/history", { params: { query } }));
    events.push(...data);
    if (!pagination.has_next || events.length >= MOST_ROWS) return { events, total: pagination.total };
  }
}
