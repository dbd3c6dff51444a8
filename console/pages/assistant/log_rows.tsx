import { timeHead } from "../../parts/table/time_head.tsx";
import type { ComponentChildren } from "preact";
import { type Api, type Schemas, unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { numberText } from "../../parts/numbers.ts";
import { Pager } from "../../parts/pager.tsx";
import type { PlantTime } from "../../parts/plant_time.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { argumentText, argumentTexts, entryText, functionText, operationText } from "./call_text.ts";
import { chatAddress, logMs } from "./chat_model.ts";
import { isFiltered, logAddress, logQuery, type LogView, unfiltered } from "./log_view.ts";

const PAGE_ROWS = 200;

/** A row of any log. */
interface Row {
  atMs: number;
  session: string | null;
  what: string;
  text: string;
  figures: string;
  isFailed: boolean;
}

/** One page of a log, newest first. */
export function LogRows({ provider, view }: { provider: number; view: LogView }) {
  const { api, time } = useConsole();
  const address = logAddress({ ...view, provider });
  const page = useResource(address, (signal) => readLog(api, { provider, view, time, signal }));
  return (
    <Loaded resource={page} what="Loading the log">
      {({ rows, raw, total }) => (
        <>
          {total === 0
            ? (
              <Empty title={isFiltered(view) ? "No entries match the filters" : "No log entries yet"}>
                {isFiltered(view) && <a href={logAddress(unfiltered(view))}>Clear filters</a>}
              </Empty>
            )
            : raw !== null
            ? (
              <>
                <p class="muted">Times are in UTC, as they are stored.</p>
                <pre class="panel" tabIndex={0} aria-label="Raw lines">{raw}</pre>
              </>
            )
            : <LogTable key={address} rows={rows} provider={provider} />}
          <Pager
            label="Pages of the log"
            page={view.page}
            pages={Math.ceil(total / PAGE_ROWS)}
            addressOf={(to) => logAddress({ ...view, page: to })}
          />
        </>
      )}
    </Loaded>
  );
}

function LogTable({ rows, provider }: { rows: readonly Row[]; provider: number }) {
  const { time } = useConsole();
  const columns: readonly Column<Row & { index: number }>[] = [
    {
      key: "at",
      ...timeHead("Time", time),
      width: "150px",
      narrowWidth: "76px",
      cell: ({ atMs }) => time.moment(atMs),
    },
    {
      key: "what",
      title: "Type",
      width: "180px",
      narrowWidth: "minmax(0, 0.6fr)",
      cell: ({ what, isFailed }) => isFailed ? <strong>{what}</strong> : what,
    },
    {
      key: "text",
      title: "Text",
      width: "minmax(0, 1fr)",
      cell: ({ text }) => <span title={text}>{text}</span>,
    },
    {
      key: "figures",
      title: "Usage",
      width: "190px",
      align: "end",
      wideOnly: true,
      cell: ({ figures }) => figures,
    },
    {
      key: "session",
      title: "Conversation",
      width: "104px",
      align: "end",
      wideOnly: true,
      cell: ({ session }): ComponentChildren =>
        session !== null && <a href={chatAddress({ provider, session })}>Open</a>,
    },
  ];
  const numbered = rows.map((row, index) => ({ ...row, index }));
  return (
    <VirtualTable
      label="Log, newest first"
      columns={columns}
      rows={numbered}
      keyOf={({ index }) => index}
    />
  );
}

interface LogPage {
  rows: Row[];
  /** The text of the raw log. */
  raw: string | null;
  total: number;
}

interface LogRequest {
  provider: number;
  view: LogView;
  time: PlantTime;
  signal: AbortSignal;
}

async function readLog(api: Api, { provider, view, time, signal }: LogRequest): Promise<LogPage> {
  const { log, page } = view;
  const query = {
    order: "desc" as const,
    limit: PAGE_ROWS,
    offset: (page - 1) * PAGE_ROWS,
    ...asQuery(logQuery(view, Date.now())),
  };
  const options = { params: { path: { provider_id: provider }, query }, signal };
  const pageOf = (rows: Row[], total = rows.length) => ({ rows, raw: null, total });
  if (log === "calls") {
    const { data, pagination } = await unwrap(api.GET("/api/function-call-logs/{provider_id}", options));
    return pageOf(data.logs.map((entry) => callRow(entry, time)), pagination?.total);
  }
  if (log === "usage") {
    const { data, pagination } = await unwrap(api.GET("/api/api-usage-logs/{provider_id}", options));
    return pageOf(data.logs.map(usageRow), pagination?.total);
  }
  if (log === "raw") {
    const { data, pagination } = await unwrap(api.GET("/api/raw-logs/{provider_id}", options));
    return { rows: [], raw: data.logs, total: pagination?.total ?? 0 };
  }
  const { data, pagination } = await unwrap(api.GET("/api/conversation-logs/{provider_id}", options));
  return pageOf(data.logs.map((entry) => messageRow(entry, time)), pagination?.total);
}

/** `logView` accepts only the API's own values. */
function asQuery(query: ReturnType<typeof logQuery>) {
  return query as typeof query & {
    type?: Schemas["ConversationLogEntry"]["type"];
    outcome?: Schemas["ApiUsageLogEntry"]["outcome"];
  };
}

function messageRow(
  { timestamp, type, content, session_id }: Schemas["ConversationLogEntry"],
  time: PlantTime,
): Row {
  return {
    atMs: logMs(timestamp),
    session: session_id,
    ...entryText({ type, content }, time.full),
    figures: "",
    isFailed: type === "error",
  };
}

function callRow(entry: Schemas["FunctionCallLogEntry"], time: PlantTime): Row {
  return {
    atMs: Date.parse(entry.timestamp),
    session: entry.session_id,
    what: functionText(entry.name),
    text: entry.error ?? argumentText(argumentTexts(entry.arguments, time.full)),
    figures: `${numberText(entry.duration_ms)} ms`,
    isFailed: entry.outcome === "error",
  };
}

function usageRow(entry: Schemas["ApiUsageLogEntry"]): Row {
  return {
    atMs: Date.parse(entry.timestamp),
    session: entry.session_id,
    what: operationText(entry.operation),
    text: entry.outcome === "error" ? `${entry.model}: failed` : entry.model,
    figures: `${numberText(entry.total_tokens)} tokens, ${numberText(entry.duration_ms)} ms`,
    isFailed: entry.outcome === "error",
  };
}
