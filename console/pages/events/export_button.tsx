import { useSignal } from "@preact/signals";
import { type Api, type RuleEvent, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import type { CsvFormat } from "../../parts/csv.ts";
import { download } from "../../parts/download.ts";
import { ExportMenu } from "../../parts/export_menu.tsx";
import { useConsole } from "../../shell/console.ts";
import { eventsCsv } from "./csv.ts";
import { type EventFilter, historyQuery } from "./event_filter.ts";
import { countText, numberText } from "../../parts/numbers.ts";

const ROWS_PER_CALL = 1_000;
/** Only this many newest events are exported. */
export const MAX_ROWS = 20_000;

interface Exported {
  filter: EventFilter;
  /** The `area` of the query; undefined: the whole plant. */
  area: string | undefined;
}

/** Exports all events that match the filter, not only the displayed page. */
export function ExportButton({ filter, area }: Exported) {
  const { api, toasts } = useConsole();
  const isBusy = useSignal(false);

  async function save(format: CsvFormat): Promise<void> {
    isBusy.value = true;
    try {
      const { events, total } = await readAll(api, { filter, area });
      download("andon-events.csv", { text: eventsCsv(events, format), type: "text/csv" });
      toasts.done(
        total > events.length
          ? `Exported the newest ${numberText(events.length)} of ${countText(total, "event")}`
          : `Exported ${countText(events.length, "event")}`,
      );
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
    isBusy.value = false;
  }

  return <ExportMenu save={save} isBusy={isBusy.value} />;
}

async function readAll(
  api: Api,
  { filter, area }: Exported,
): Promise<{ events: RuleEvent[]; total: number }> {
  const events: RuleEvent[] = [];
  for (;;) {
    const query = { ...historyQuery(filter), area, limit: ROWS_PER_CALL, offset: events.length };
    const { data, pagination } = await unwrap(api.GET("/api/rule-events/history", { params: { query } }));
    events.push(...data);
    if (!pagination.has_next || events.length >= MAX_ROWS) return { events, total: pagination.total };
  }
}
