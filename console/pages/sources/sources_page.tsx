import { Plus } from "lucide";
import { useLocation } from "preact-iso";
import { DEFAULT_SOURCE } from "../../../domain/source/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { numberText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { Page } from "../../shell/page.tsx";
import { KindList } from "./kind_list.tsx";
import type { Source, SourceKind } from "./source_model.ts";
import { SourceStateMark } from "./source_state_mark.tsx";
import { useSourceKinds, useSources } from "./use_sources.ts";

/** Where the samples come from. */
export default function SourcesPage() {
  const { session } = useConsole();
  const sources = useSources(), kinds = useSourceKinds();
  const mayCreate = session.may("POST /api/sources");
  return (
    <Page
      title="Data sources"
      tools={mayCreate && (sources.state.value.value ?? []).length > 0 && (
        <a class="button" href="/settings/sources/new">
          <Icon node={Plus} />
          New source
        </a>
      )}
    >
      <Loaded resource={kinds}>
        {(all) => (
          <Loaded resource={sources}>
            {(rows) =>
              rows.length > 0
                ? <SourceTable rows={rows} kinds={all} />
                : mayCreate
                ? <KindList kinds={all} />
                : (
                  <Empty title="No data source yet">
                    <p>Ask an administrator to set one up.</p>
                  </Empty>
                )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function SourceTable({ rows, kinds }: { rows: readonly Source[]; kinds: readonly SourceKind[] }) {
  const { route } = useLocation();
  const nowMs = useNow();
  const labelOf = ({ kind }: Source) => kinds.find((one) => one.kind === kind)?.label ?? kind;
  const columns: readonly Column<Source>[] = [
    {
      key: "name",
      title: "Source",
      width: "minmax(0, 1fr)",
      cell: (source) => (
        <span class="source-name">
          <a href={`/settings/sources/${source.id}`}>{source.name}</a>
          <span class="muted narrow-only">{labelOf(source)}</span>
        </span>
      ),
      compare: (a, b) => a.name < b.name ? -1 : 1,
    },
    { key: "kind", title: "Kind", width: "minmax(0, 1fr)", wideOnly: true, cell: labelOf },
    {
      key: "state",
      title: "State",
      width: "minmax(0, 2fr)",
      narrowWidth: "minmax(0, 1.6fr)",
      isWhole: true,
      cell: (source) => <SourceStateMark source={source} />,
    },
    {
      key: "streams",
      title: "Streams read",
      width: "112px",
      align: "end",
      wideOnly: true,
      cell: ({ followed_streams }) => numberText(followed_streams),
      compare: (a, b) => b.followed_streams - a.followed_streams,
    },
    {
      key: "until",
      title: "Evaluated until",
      width: "132px",
      align: "end",
      wideOnly: true,
      cell: ({ watermark }) =>
        watermark === null ? "—" : `${durationText(nowMs.value - Date.parse(watermark))} ago`,
    },
  ];
  return (
    <VirtualTable
      label="Data sources"
      columns={columns}
      rows={[...rows].sort((a, b) => Number(b.id === DEFAULT_SOURCE) - Number(a.id === DEFAULT_SOURCE))}
      onOpen={({ id }) => route(`/settings/sources/${id}`)}
      rowHeight={48}
    />
  );
}
