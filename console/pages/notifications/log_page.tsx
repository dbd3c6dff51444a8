import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { DeliveryTarget } from "../../events/delivery_target.tsx";
import {
  type Delivery,
  DELIVERY_STATES,
  eventsText,
  isTrouble,
  reasonText,
  resultText,
} from "../../events/delivery_text.ts";
import { useEventNames } from "../../events/event_names.ts";
import { FilterBar } from "../../lists/filter_bar.tsx";
import { useResource } from "../../live/use_resource.ts";
import { Choice } from "../../parts/choice.tsx";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { countText } from "../../parts/numbers.ts";
import { Pager } from "../../parts/pager.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { timeHead } from "../../parts/table/time_head.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { DeliveryDialog } from "./delivery_dialog.tsx";
import {
  DRILLS,
  isNarrowed,
  LOG_ROWS,
  LOG_SPANS,
  logAddress,
  type LogFilter,
  logFilter,
  logQuery,
  type LogSpan,
} from "./log_model.ts";

/** Each message to somebody, with what became of it. */
export default function LogPage() {
  const { api } = useConsole();
  const { query, route } = useLocation();
  const filter = logFilter(query);
  const go = (changes: Partial<LogFilter>) => route(logAddress({ ...filter, ...changes }));
  const log = useResource(
    `notifications ${logAddress({ ...filter, open: "" })}`,
    async (signal) =>
      await unwrap(api.GET("/api/notification-log", { params: { query: logQuery(filter) }, signal })),
  );
  const rows = log.state.value.value?.data ?? [];
  const opened = rows.find(({ id }) => id === filter.open);
  return (
    <Page title="Notification log" tools={<button type="button" onClick={log.reload}>Refresh</button>}>
      <Filters filter={filter} rows={rows} go={(changes) => go({ ...changes, page: 1, open: "" })} />
      <Loaded resource={log} what="Loading the log">
        {({ data, pagination }) => (
          <>
            <p class="muted" role="status">{countText(pagination.total, "message")}</p>
            {data.length === 0 ? <Nothing filter={filter} /> : (
              <LogTable
                key={logAddress({ ...filter, open: "" })}
                rows={data}
                open={(open) => go({ open })}
              />
            )}
            <Pager
              label="Pages of the log"
              page={filter.page}
              pages={Math.ceil(pagination.total / LOG_ROWS)}
              addressOf={(page) => logAddress({ ...filter, page, open: "" })}
            />
          </>
        )}
      </Loaded>
      {opened !== undefined && <DeliveryDialog delivery={opened} onClose={() => go({ open: "" })} />}
    </Page>
  );
}

interface FiltersProps {
  filter: LogFilter;
  /** The rows of the page, whose people and contact points can be chosen. */
  rows: readonly Delivery[];
  go(changes: Partial<LogFilter>): void;
}

function Filters({ filter, rows, go }: FiltersProps) {
  const { people } = useConsole();
  const users = new Map(
    rows.flatMap(({ user_id, username }) =>
      user_id === null || username === null ? [] : [[String(user_id), people.nameOf(username)]]
    ),
  );
  const points = new Map(
    rows.map(({ contact_point_id: id, contact_point_name }) => [String(id), contact_point_name ?? `#${id}`]),
  );
  return (
    <FilterBar>
      <select
        aria-label="Time"
        value={filter.span}
        onChange={({ currentTarget: { value } }) => go({ span: spanOf(value) })}
      >
        {LOG_SPANS.map(([span, name]) => <option key={span} value={span}>{name}</option>)}
      </select>
      <Choice
        label="Result"
        value={filter.state}
        options={DELIVERY_STATES}
        go={(state) => go({ state })}
      />
      <Choice
        label="Drills"
        value={filter.drills}
        options={DRILLS}
        go={(drills) => go({ drills })}
      />
      <Choice label="Person" value={filter.user} options={[...users]} go={(user) => go({ user })} />
      <Choice
        label="Contact point"
        value={filter.point}
        options={[...points]}
        go={(point) => go({ point })}
      />
      {filter.event !== "" && (
        <button type="button" onClick={() => go({ event: "" })}>Event #{filter.event} ×</button>
      )}
    </FilterBar>
  );
}

function spanOf(text: string): LogSpan {
  return LOG_SPANS.find(([span]) => span === text)?.[0] ?? LOG_SPANS[1][0];
}

function Nothing({ filter }: { filter: LogFilter }) {
  return (
    <Empty title={isNarrowed(filter) ? "No messages match the filters" : "No messages in this time"}>
      <a href={logAddress({ ...logFilter({}), span: "9600" })}>Show all the time, without filters</a>
    </Empty>
  );
}

function LogTable({ rows, open }: { rows: readonly Delivery[]; open(id: string): void }) {
  const { time } = useConsole();
  const { titleOf } = useEventNames();
  const moment = (iso: string) => time.moment(Date.parse(iso));
  const columns: readonly Column<Delivery>[] = [
    {
      key: "at",
      ...timeHead("Time", time),
      width: "170px",
      narrowWidth: "72px",
      cell: ({ created_at }) => moment(created_at),
    },
    {
      key: "severity",
      title: "Severity",
      width: "72px",
      wideOnly: true,
      cell: ({ severity }) => <SeverityGlyph severity={severity} />,
    },
    {
      key: "to",
      title: "To",
      width: "minmax(0, 1.4fr)",
      cell: (row) => (
        <span class="log-target">
          <span>
            <DeliveryTarget delivery={row} />
          </span>
          <span class="narrow-only muted">{eventsText(row, titleOf)}</span>
        </span>
      ),
    },
    { key: "why", title: "Why", width: "minmax(0, 1fr)", wideOnly: true, cell: reasonText },
    {
      key: "events",
      title: "Events",
      width: "minmax(0, 1.8fr)",
      wideOnly: true,
      isWhole: true,
      cell: (row) => eventsText(row, titleOf),
    },
    {
      key: "result",
      title: "Result",
      width: "minmax(0, 1.2fr)",
      narrowWidth: "92px",
      cell: (row) => isTrouble(row) ? <strong>{resultText(row, moment)}</strong> : resultText(row, moment),
    },
  ];
  return (
    <VirtualTable
      label="Messages, newest first"
      columns={columns}
      rows={rows}
      narrowRowHeight={72}
      onOpen={({ id }) => open(id)}
    />
  );
}
