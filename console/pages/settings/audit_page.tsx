import { ChevronDown, ChevronRight } from "lucide";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Icon } from "../../parts/icon.tsx";
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
  bulkText,
  isNarrowed,
  membersQuery,
  PAGE_ROWS,
  subjectText,
  whoText,
} from "./audit_model.ts";

export default function AuditPage() {
  const { api } = useConsole();
  const { query, route } = useLocation();
  const filter = auditFilter(query);
  const go = (changes: Partial<AuditFilter>) => route(auditAddress({ ...filter, ...changes }));
  const list = auditAddress({ ...filter, bulk: "", open: "" });
  const log = useResource(`audit ${list}`, async (signal) => {
    const params = { query: auditQuery(filter, Date.now()) };
    return await unwrap(api.GET("/api/audit-log", { params, signal }));
  });
  const lines = log.state.value.value?.data ?? [];
  const members = useMembers(lines.find(({ id }) => id === filter.bulk));
  const entries = lines.flatMap((line) => line.id === filter.bulk ? [line, ...members] : [line]);
  const opened = entries.findLast(({ id }) => id === filter.open);
  return (
    <Page title="Audit log" tools={<button type="button" onClick={log.reload}>Refresh</button>}>
      <AuditSealPanel />
      <AuditFilters
        filter={filter}
        entries={entries}
        go={(changes) => go({ ...changes, page: 1, bulk: "", open: "" })}
      />
      <Loaded resource={log} what="Loading the audit log">
        {({ data, pagination }) => {
          const total = pagination?.total ?? data.length;
          return (
            <>
              <p class="muted" role="status">
                {countText(total, data.some(({ bulk }) => bulk !== undefined) ? "line" : "entry")}
              </p>
              {data.length === 0 ? <NoEntries filter={filter} /> : (
                <AuditTable
                  key={list}
                  rows={entries}
                  members={members}
                  filter={filter}
                  open={({ id, bulk }) =>
                    bulk === undefined ? go({ open: id }) : go({ bulk: id === filter.bulk ? "" : id })}
                />
              )}
              <Pager
                label="Pages of the audit log"
                page={filter.page}
                pages={Math.ceil(total / PAGE_ROWS)}
                addressOf={(page) => auditAddress({ ...filter, page, bulk: "", open: "" })}
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
          text: "",
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
  /** Those of the rows that stand below the line of their bulk. */
  members: readonly AuditEntry[];
  filter: AuditFilter;
  open(line: AuditEntry): void;
}

/** The entries that the line of a bulk stands for, once they are read. */
function useMembers(line: AuditEntry | undefined): readonly AuditEntry[] {
  const { api } = useConsole();
  const members = useResource(`audit bulk ${line?.id ?? ""}`, async (signal) => {
    if (line === undefined || line.bulk === undefined) return [];
    const query = membersQuery(line, line.bulk), all: AuditEntry[] = [];
    for (;;) {
      const params = { query: { ...query, offset: all.length } };
      const { data, pagination } = await unwrap(api.GET("/api/audit-log", { params, signal }));
      all.push(...data);
      if (pagination?.has_next !== true) return all.filter((one) => one.address === line.address);
    }
  });
  return members.state.value.value ?? [];
}

function AuditTable({ rows, members, filter, open }: TableProps) {
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
    {
      key: "what",
      title: "What",
      width: "minmax(0, 1.4fr)",
      cell: (entry) =>
        entry.bulk === undefined
          ? subjectText(entry)
          : <BulkCell entry={entry} isOpen={entry.id === filter.bulk} />,
    },
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
      keyOf={({ id, bulk }) => bulk === undefined ? id : `bulk ${id}`}
      classOf={(entry) => members.includes(entry) ? "audit-member" : ""}
      onOpen={open}
    />
  );
}

/** A line that opens to its entries. */
function BulkCell({ entry, isOpen }: { entry: AuditEntry; isOpen: boolean }) {
  return (
    <span class="audit-bulk">
      <Icon node={isOpen ? ChevronDown : ChevronRight} />
      <span class="sr-only">{isOpen ? "Opened: " : "Folded: "}</span>
      {entry.bulk !== undefined && bulkText(entry, entry.bulk)}
    </span>
  );
}

function addressText({ address }: AuditEntry): string {
  return address ?? "—";
}
