import { useLocation } from "preact-iso";
import { FilterBar } from "../../lists/filter_bar.tsx";
import { Choice } from "../../parts/choice.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import { useBoundStreams } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { sortOf, sortText } from "../../parts/table/sort.ts";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { Page } from "../../shell/page.tsx";
import { LiveAge, LiveValue } from "../../streams/live_value.tsx";
import { StreamMenu, useRowRuleKey } from "../../streams/new_rule.tsx";
import type { KnownStream } from "../../streams/stream_index.ts";
import type { SourceNames } from "../../streams/source_names.ts";
import { useSourceNames } from "../../streams/use_source_names.ts";
import { useStreams } from "../../streams/use_streams.ts";
import {
  isFiltered,
  matchingStreams,
  STREAM_STATES,
  streamAddress,
  type StreamFilter,
  streamFilter,
} from "./stream_filter.ts";

/** All streams of all assets, with their newest values. */
export default function StreamsPage() {
  const { query, route } = useLocation();
  const filter = streamFilter(query);
  const streams = useStreams();
  const bound = useBoundStreams().state.value.value;
  const sources = useSourceNames().state.value.value;
  const watched = new Map([...bound ?? []].map(([name, { instances }]) => [name, instances]));
  const all = streams.state.value.value?.streams ?? [];
  const matching = matchingStreams(all, filter, { watched, sources });
  const go = (changes: Partial<StreamFilter>, replace = false) =>
    route(streamAddress({ ...filter, ...changes }), replace);
  return (
    <Page
      title="Streams"
      subtitle={streams.state.value.value !== undefined && (
        <span role="status">{shownText(matching.length, all.length)}</span>
      )}
    >
      <Filters filter={filter} go={go} streams={all} sources={sources} />
      <Loaded resource={streams} what="Loading streams">
        {() =>
          matching.length === 0
            ? (
              <Empty title={isFiltered(filter) ? "No streams match the filters" : "No streams yet"}>
                {isFiltered(filter) ? <a href="/plant/streams">Clear filters</a> : (
                  <p>
                    Set up a <a href="/settings">data source</a> to discover streams.
                  </p>
                )}
              </Empty>
            )
            : <Table streams={matching} filter={filter} go={go} watched={watched} sources={sources} />}
      </Loaded>
    </Page>
  );
}

function shownText(shown: number, total: number): string {
  const all = countText(total, "stream");
  return shown === total ? all : `${numberText(shown)} of ${all}`;
}

interface FilterProps {
  filter: StreamFilter;
  sources: SourceNames | undefined;
  go(changes: Partial<StreamFilter>, replace?: boolean): void;
}

function Filters({ filter, go, streams, sources }: FilterProps & { streams: readonly KnownStream[] }) {
  const assets = new Map(streams.map(({ asset_id, assetName }) => [asset_id, assetName]));
  return (
    <FilterBar>
      <input
        type="search"
        class="filter-find"
        aria-label="Search"
        placeholder="Search by name"
        value={filter.find}
        onInput={({ currentTarget }) => go({ find: currentTarget.value }, true)}
      />
      {sources !== undefined && sources.all.length > 1 && (
        <Choice
          label="Source"
          value={filter.source}
          options={sources.all.map((name) => [name, name])}
          go={(source) => go({ source })}
        />
      )}
      <Choice label="Asset" value={filter.asset} options={[...assets]} go={(asset) => go({ asset })} />
      <Choice label="State" value={filter.state} options={STREAM_STATES} go={(state) => go({ state })} />
      {isFiltered(filter) && <a class="button" href="/plant/streams">Clear filters</a>}
    </FilterBar>
  );
}

interface TableProps extends FilterProps {
  streams: readonly KnownStream[];
  watched: ReadonlyMap<string, number>;
}

function Table({ streams, filter, go, watched, sources }: TableProps) {
  const { route } = useLocation();
  useRowRuleKey();
  const columns = columnsOf(watched, sources);
  return (
    <VirtualTable
      label="Streams"
      columns={columns}
      rows={streams}
      classOf={({ is_active }) => is_active ? "" : "missing"}
      onOpen={({ id }) => route(`/plant/streams/${id}`)}
      order={{
        sort: sortOf(filter.sort, columns.map(({ key }) => key)),
        change: (sort) => go({ sort: sortText(sort) }, true),
      }}
    />
  );
}

/** The source has a column where there are several. */
function columnsOf(
  watched: ReadonlyMap<string, number>,
  sources: SourceNames | undefined,
): Column<KnownStream>[] {
  const sourceOf = ({ stream_name }: KnownStream) => sources?.of(stream_name) ?? "";
  const countOf = ({ stream_name }: KnownStream) => watched.get(stream_name) ?? 0;
  return [
    {
      key: "name",
      title: "Stream",
      width: "minmax(0, 3fr)",
      cell: ({ id, stream_name, is_active }) => (
        <a class="plant-stream" href={`/plant/streams/${id}`} tabIndex={-1} title={stream_name}>
          <bdi>{stream_name}</bdi>
          {!is_active && <span class="event-of">missing at source</span>}
        </a>
      ),
      compare: (a, b) => a.stream_name < b.stream_name ? -1 : 1,
    },
    ...sources !== undefined && sources.all.length > 1
      ? [{
        key: "source",
        title: "Source",
        width: "minmax(0, 1fr)",
        wideOnly: true,
        cell: sourceOf,
        compare: (a: KnownStream, b: KnownStream) => sourceOf(a) < sourceOf(b) ? -1 : 1,
      }]
      : [],
    {
      key: "asset",
      title: "Asset",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      cell: ({ assetName }) => assetName,
      compare: (a, b) => a.assetName < b.assetName ? -1 : 1,
    },
    {
      key: "value",
      title: "Value",
      width: "150px",
      narrowWidth: "116px",
      align: "end",
      cell: (stream) => <LiveValue stream={stream} />,
    },
    {
      key: "age",
      title: "Age",
      width: "104px",
      align: "end",
      wideOnly: true,
      cell: (stream) => <LiveAge stream={stream} none={countOf(stream) === 0 ? "not read" : ""} />,
    },
    {
      key: "watched",
      title: "Instances",
      width: "88px",
      align: "end",
      wideOnly: true,
      cell: (stream) => countOf(stream) === 0 ? "" : numberText(countOf(stream)),
      compare: (a, b) => countOf(b) - countOf(a),
    },
    {
      key: "actions",
      title: "",
      width: "40px",
      cell: (stream) => <StreamMenu stream={stream} />,
    },
  ];
}
