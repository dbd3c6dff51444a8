import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { countText } from "../../parts/numbers.ts";
import { Pager } from "../../parts/pager.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { timeHead } from "../../parts/table/time_head.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { AuditEntryDialog } from "./audit_entry.tsx";
import { AuditSealPanel } from "./audit_seal_panel.tsx";
import { AuditFilters } from "./audit_filters.tsx";
import {
  actionText,
  auditAddress,
  type AuditEntry,
  type AuditFilter,
  auditFilter,
  auditQuery,
  isNarrowed,
  PAGE_ROWS,
  subjectText,
  whoText,
} from "./audit_model.ts";

export default function AuditPage() {
  const { api } = useConsole();
  const { query, route } = useLocation();
  const filter = auditFilter(query);
  const go = (changes: Partial<AuditFilter>) => route(auditAddress({ ...filter, ...changes }));
  const log = useResource(`audit ${auditAddress({ ...filter, open: "" })}`, async (signal) => {
    const params = { query: auditQuery(filter, Date.now()) };
    return await unwrap(api.GET("/api/audit-log", { params, signal }));
  });
  const entries = log.state.value.value?.data ?? [];
  const opened = entries.find(({ id }) => id === filter.open);
  return (
    <Page title="Audit log" tools={<button type="button" onClick={log.reload}>Refresh</button>}>
      <AuditSealPanel />
      <AuditFilters
        filter={filter}
        entries={entries}
        go={(changes) => go({ ...changes, page: 1, open: "" })}
      />
      <Loaded resource={log} what="Loading the audit log">
        {({ data, pagination }) => {
          const total = pagination?.total ?? data.length;
          return (
            <>
              <p class="muted" role="status">{countText(total, "entry")}</p>
              {data.length === 0 ? <NoEntries filter={filter} /> : (
                <AuditTable
                  key={auditAddress({ ...filter, open: "" })}
                  rows={data}
                  filter={filter}
                  open={(open) => go({ open })}
                />
              )}
              <Pager
                label="Pages of the audit log"
                page={filter.page}
                pages={Math.ceil(total / PAGE_ROWS)}
                addressOf={(page) => auditAddress({ ...filter, page, open: "" })}
              />
            </>
          );
        }}
      </Loaded>
      {opened !== undefined && <AuditEntryDialog entry={opened} onClose={() => go({ open: "" })} />}
    </Page>
  );
}

function NoEntries({ filter }: { filter: AuditFilter }) {
  return (
    <Empty title={isNarrowed(filter) ? "No entries match the filters" : "No entries in this time"}>
      <a
        href={auditAddress({
          ...filter,
          who: "",
          action: "",
          type: "",
          desk: "",
          span: "all",
          page: 1,
          open: "",
        })}
      >
        Show all the time, without filters
      </a>
    </Empty>
  );
}

interface TableProps {
  rows: readonly AuditEntry[];
  filter: AuditFilter;
  open(id: string): void;
}

function AuditTable({ rows, filter, open }: TableProps) {
  const { time, people } = useConsole();
  const at: Column<AuditEntry> = {
    key: "at",
    ...timeHead("Time", time),
    width: "170px",
    narrowWidth: "72px",
    cell: (entry) => time.moment(Date.parse(entry.at)),
  };
  const action: Column<AuditEntry> = {
    key: "action",
    title: "Action",
    width: "140px",
    narrowWidth: "96px",
    cell: (entry) => actionText(entry.action),
  };
  const changes: readonly Column<AuditEntry>[] = [
    at,
    { key: "who", title: "Who", width: "minmax(0, 1fr)", cell: (entry) => whoText(entry, people.nameOf) },
    action,
    { key: "what", title: "What", width: "minmax(0, 1.4fr)", cell: subjectText },
    { key: "address", title: "Address", width: "140px", wideOnly: true, cell: addressText },
  ];
  const refusals: readonly Column<AuditEntry>[] = [
    at,
    {
      key: "address",
      title: "Address",
      width: "140px",
      narrowWidth: "minmax(0, 1fr)",
      cell: addressText,
    },
    {
      key: "name",
      title: "Name tried",
      width: "minmax(0, 1fr)",
      cell: ({ resource_id }) => people.nameOf(resource_id),
    },
    { ...action, wideOnly: true },
    {
      key: "reason",
      title: "Reason",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      cell: ({ after }) => typeof after?.reason === "string" ? after.reason : "",
    },
  ];
  return (
    <VirtualTable
      label="Audit log, newest first"
      columns={filter.kind === "refusals" ? refusals : changes}
      rows={rows}
      onOpen={({ id }) => open(id)}
    />
  );
}

function addressText({ address }: AuditEntry): string {
  return address ?? "—";
}
