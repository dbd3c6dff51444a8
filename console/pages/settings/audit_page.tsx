import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Choice } from "../../parts/choice.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import { Pager } from "../../parts/pager.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { AuditEntryDialog } from "./audit_entry.tsx";
import { AuditSealPanel } from "./audit_seal_panel.tsx";
import {
  AUDIT_KINDS,
  auditAddress,
  type AuditEntry,
  type AuditFilter,
  auditFilter,
  fitsFilter,
  PAGE_ROWS,
  plainText,
  resourceText,
} from "./audit_model.ts";
import { SettingsSections } from "./settings_sections.tsx";

export default function AuditPage() {
  const { api } = useConsole();
  const { query, route } = useLocation();
  const filter = auditFilter(query);
  const go = (changes: Partial<AuditFilter>) => route(auditAddress({ ...filter, ...changes }));
  const log = useResource(`audit page ${filter.page}`, async (signal) => {
    const paging = { limit: PAGE_ROWS, offset: (filter.page - 1) * PAGE_ROWS };
    return await unwrap(api.GET("/api/audit-log", { params: { query: paging }, signal }));
  });
  const entries = log.state.value.value?.data ?? [];
  const opened = entries.find(({ id }) => id === filter.open);
  return (
    <Page title="Audit log" tools={<button type="button" onClick={log.reload}>Refresh</button>}>
      <SettingsSections />
      <AuditSealPanel />
      <Loaded resource={log} what="Loading the audit log">
        {({ data, pagination }) => {
          const rows = data.filter(fitsFilter(filter));
          const total = pagination?.total ?? data.length;
          return (
            <>
              <Filters entries={data} filter={filter} go={go} shown={rows.length} />
              {rows.length === 0
                ? (
                  <Empty title={total === 0 ? "No entries yet" : "No entries match the filters"}>
                    {total > 0 && <a href="/settings/audit">Clear filters</a>}
                  </Empty>
                )
                : (
                  <AuditTable
                    key={auditAddress({ ...filter, open: "" })}
                    rows={rows}
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

interface FiltersProps {
  entries: readonly AuditEntry[];
  filter: AuditFilter;
  go(changes: Partial<AuditFilter>): void;
  shown: number;
}

/** Filters by the values that occur on this page of the log. */
function Filters({ entries, filter, go, shown }: FiltersProps) {
  const options = (of: (entry: AuditEntry) => string, textOf = (value: string) => value) =>
    [...new Set(entries.map(of))].sort().map((value) => [value, textOf(value)] as const);
  return (
    <div class="filters" role="search" aria-label="Filters">
      <Choice label="Kind" value={filter.kind} options={AUDIT_KINDS} go={(kind) => go({ kind })} />
      <Choice label="User" value={filter.who} options={options(({ who }) => who)} go={(who) => go({ who })} />
      <Choice
        label="Action"
        value={filter.action}
        options={options(({ action }) => action, plainText)}
        go={(action) => go({ action })}
      />
      <Choice
        label="Resource"
        value={filter.type}
        options={options(({ resource_type }) => resource_type, resourceText)}
        go={(type) => go({ type })}
      />
      <span class="muted" role="status">
        {shown < entries.length && `${numberText(shown)} of `}
        {countText(entries.length, "entry")} on this page
      </span>
    </div>
  );
}

function AuditTable({ rows, open }: { rows: readonly AuditEntry[]; open(id: string): void }) {
  const { time } = useConsole();
  const columns: readonly Column<AuditEntry>[] = [
    {
      key: "at",
      title: "Time",
      width: "170px",
      narrowWidth: "72px",
      cell: ({ at }) => time.moment(Date.parse(at)),
    },
    { key: "who", title: "User", width: "minmax(0, 1fr)", cell: ({ who }) => who },
    {
      key: "action",
      title: "Action",
      width: "140px",
      narrowWidth: "96px",
      cell: ({ action }) => plainText(action),
    },
    {
      key: "what",
      title: "Resource",
      width: "minmax(0, 1.4fr)",
      cell: ({ resource_type, resource_id }) => `${resourceText(resource_type)} ${resource_id}`,
    },
    {
      key: "address",
      title: "Address",
      width: "140px",
      wideOnly: true,
      cell: ({ address }) => address ?? "—",
    },
  ];
  return (
    <VirtualTable
      label="Audit log, newest first"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={({ id }) => open(id)}
    />
  );
}
