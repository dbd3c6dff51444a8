import { useSignal } from "@preact/signals";
import { Dotted } from "../../parts/dotted.tsx";
import { LiveValue } from "../../streams/live_value.tsx";
import type { KnownStream, StreamIndex } from "../../streams/stream_index.ts";
import { StreamPicker } from "../../streams/stream_picker.tsx";
import { type ExploreChoice, MOST_STREAMS, withStream } from "./explore_address.ts";

interface AddProps {
  index: StreamIndex;
  choice: ExploreChoice;
  go(choice: ExploreChoice): void;
}

/** Adds streams to the chart: by search, or those of an asset. */
export function AddStreams({ index, choice, go }: AddProps) {
  const typed = useSignal("");
  const asset = useSignal("");
  const isFull = choice.streams.length >= MOST_STREAMS;

  function add(name: string): void {
    const stream = index.byName.get(name);
    typed.value = stream === undefined ? name : "";
    if (stream !== undefined && !choice.streams.includes(stream.id)) go(withStream(choice, stream.id));
  }

  return (
    <section class="panel explore-add" aria-label="Streams">
      <h2>Add streams</h2>
      {isFull && <p class="stale">{MOST_STREAMS} streams are shown, the most that one chart holds.</p>}
      <StreamPicker
        value={typed.value}
        set={add}
        streams={index.streams}
        hint="Search by name"
        attributes={{ "aria-label": "Search streams" }}
      />
      <select
        aria-label="Asset"
        value={asset.value}
        onChange={({ currentTarget }) => asset.value = currentTarget.value}
      >
        <option value="">By asset…</option>
        {assetsOf(index.streams).map(([id, name]) => <option key={id} value={id}>{name}</option>)}
      </select>
      {asset.value !== "" && (
        <AssetStreams
          streams={index.streams.filter(({ asset_id }) => asset_id === asset.value)}
          choice={choice}
          go={go}
        />
      )}
    </section>
  );
}

function assetsOf(streams: readonly KnownStream[]): [string, string][] {
  return [...new Map(streams.map(({ asset_id, assetName }) => [asset_id, assetName]))]
    .sort(([, a], [, b]) => a.localeCompare(b));
}

interface AssetProps {
  streams: readonly KnownStream[];
  choice: ExploreChoice;
  go(choice: ExploreChoice): void;
}

/** The streams of an asset, to be shown or not. */
function AssetStreams({ streams, choice, go }: AssetProps) {
  const isFull = choice.streams.length >= MOST_STREAMS;
  const missing = streams.filter(({ id }) => !choice.streams.includes(id));
  return (
    <>
      <ul class="explore-asset" aria-label="Streams of the asset">
        {streams.map((stream) => {
          const isShown = choice.streams.includes(stream.id);
          return (
            <li key={stream.id}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isFull && !isShown}
                  onChange={() => go(withStream(choice, stream.id))}
                />
                <span class="explore-name">
                  <Dotted name={stream.stream_name} />
                </span>
              </label>
              <LiveValue stream={stream} />
            </li>
          );
        })}
      </ul>
      {missing.length > 1 && !isFull && (
        <button
          type="button"
          onClick={() => go(missing.reduce((next, { id }) => withStream(next, id), choice))}
        >
          Add all
        </button>
      )}
    </>
  );
}
