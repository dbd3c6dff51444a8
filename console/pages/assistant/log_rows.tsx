import type { ComponentChildren } from "preact";
import { type Api, type Schemas, told } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Pager } from "../../parts/pager.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { chatAddress, logMs } from "./chat_model.ts";
import { isFiltered, logAddress, type LogPlace, logQuery, unfiltered } from "./log_place.ts";

const PAGE_ROWS = 200;

/** A line of any of the logs. */
interface Row {
  atMs: number;
  session: string | null;
  what: string;
  text: string;
  figures: string;
  isWrong: boolean;
}

/** One page of a log, the newest first. */
export function LogRows({ provider, place }: { provider: number; place: LogPlace }) {
  const { api } = useConsole();
  const address = logAddress({ ...place, provider });
  const page = useResource(address, (signal) => readLog(api, { provider, place, signal }));
  return (
    <Loaded resource={page} what="Reading the log">
      {({ rows, raw, total }) => (
        <>
          {total === 0
            ? (
              <Empty title={isFiltered(place) ? "No entry fits the filters" : "Nothing is logged yet"}>
                {isFiltered(place) && <a href={logAddress(unfiltered(place))}>Without filters</a>}
              </Empty>
            )
            : raw !== null
            ? <pre class="panel" tabIndex={0} aria-label="Raw lines">{raw}</pre>
            : <LogTable key={address} rows={rows} provider={provider} />}
          <Pager
            label="Pages of the log"
            page={place.page}
            pages={Math.ceil(total / PAGE_ROWS)}
            addressOf={(to) => logAddress({ ...place, page: to })}
          />
        </>
      )}
    </Loaded>
  );
}

function LogTable({ rows, provider }: { rows: readonly Row[]; provider: number }) {
  const { time } = useConsole();
  const columns: readonly Column<Row & { index: number }>[] = [
    { key: "at", title: "Time", width: "150px", narrowWidth: "76px", cell: ({ atMs }) => time.moment(atMs) },
    {
      key: "what",
      title: "What",
      width: "180px",
      narrowWidth: "minmax(0, 0.6fr)",
      cell: ({ what, isWrong }) => isWrong ? <strong>{what}</strong> : what,
    },
    {
      key: "text",
      title: "Text",
      width: "minmax(0, 1fr)",
      cell: ({ text }) => <span title={text}>{text}</span>,
    },
    {
      key: "figures",
      title: "Figures",
      width: "190px",
      align: "end",
      wideOnly: true,
      cell: ({ figures }) => figures,
    },
    {
      key: "session",
      title: "Of",
      width: "104px",
      align: "end",
      wideOnly: true,
      cell: ({ session }): ComponentChildren =>
        session !== null && <a href={chatAddress({ provider, session })}>Conversation</a>,
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

interface Read {
  rows: Row[];
  /** The lines themselves, for the raw log. */
  raw: string | null;
  total: number;
}

interface Asked {
  provider: number;
  place: LogPlace;
  signal: AbortSignal;
}

async function readLog(api: Api, { provider, place, signal }: Asked): Promise<Read> {
  const { log, page } = place;
  const query = {
    ...{ order: "desc" as const, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS },
    ...asQuery(logQuery(place, Date.now())),
  };
  const given = { params: { path: { provider_id: provider }, query }, signal };
  const whole = (rows: Row[], total = rows.length) => ({ rows, raw: null, total });
  if (log === "calls") {
    const { data, pagination } = await told(api.GET("/api/function-call-logs/{provider_id}", given));
    return whole(data.logs.map(callRow), pagination?.total);
  }
  if (log === "usage") {
    const { data, pagination } = await told(api.GET("/api/api-usage-logs/{provider_id}", given));
    return whole(data.logs.map(usageRow), pagination?.total);
  }
  if (log === "raw") {
    const { data, pagination } = await told(api.GET("/api/raw-logs/{provider_id}", given));
    return { rows: [], raw: data.logs, total: pagination?.total ?? 0 };
  }
  const { data, pagination } = await told(api.GET("/api/conversation-logs/{provider_id}", given));
  return whole(data.logs.map(saidRow), pagination?.total);
}

/** `logPlace` lets none but the interface's own words through. */
function asQuery(query: ReturnType<typeof logQuery>) {
  return query as typeof query & {
    type?: Schemas["ConversationLogEntry"]["type"];
    outcome?: Schemas["ApiUsageLogEntry"]["outcome"];
  };
}

function saidRow({ timestamp, type, content, session_id }: Schemas["ConversationLogEntry"]): Row {
  return {
    ...{ atMs: logMs(timestamp), session: session_id, text: content, figures: "" },
    ...{ what: type, isWrong: type === "error" },
  };
}

function callRow(line: Schemas["FunctionCallLogEntry"]): Row {
  const given = typeof line.arguments === "string" ? line.arguments : JSON.stringify(line.arguments);
  return {
    ...{ atMs: Date.parse(line.timestamp), session: line.session_id, what: line.name },
    text: line.error ?? given,
    figures: `${line.duration_ms} ms`,
    isWrong: line.outcome === "error",
  };
}

function usageRow(line: Schemas["ApiUsageLogEntry"]): Row {
  return {
    ...{ atMs: Date.parse(line.timestamp), session: line.session_id, what: line.operation },
    text: line.outcome === "error" ? `${line.model}: failed` : line.model,
    figures: `${line.total_tokens.toLocaleString("en")} tokens, ${line.duration_ms} ms`,
    isWrong: line.outcome === "error",
  };
}
