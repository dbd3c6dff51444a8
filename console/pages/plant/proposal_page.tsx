import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { UNASSIGNED_ASSET } from "../../../domain/asset/unassigned.ts";
import { AssetLocations, nameParts } from "../../../domain/plant/asset_locations.ts";
import { type ProposedNode, proposedPlant } from "../../../domain/plant/proposal.ts";
import { changed, nodesToCreate, treeInModel } from "../../../domain/plant/proposal_edits.ts";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import type { PlantTree } from "../../parts/plant_paths.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Page } from "../../shell/page.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import type { SourceNames } from "../../streams/source_names.ts";
import { useSourceNames } from "../../streams/use_source_names.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { ProposalEditor } from "./proposal_editor.tsx";
import { ProposalTree } from "./proposal_tree.tsx";
import { TakePanel, useTake } from "./take_panel.tsx";

type Nodes = readonly ProposedNode[];

/** A plant tree that the names of assets propose, edited before its locations are created. */
export default function ProposalPage() {
  const streams = useStreams();
  const plant = usePlant();
  const sources = useSourceNames();
  return (
    <Loaded resource={streams} what="Loading assets">
      {(index) => (
        <Loaded resource={plant} what="Loading the plant">
          {({ roots }) => (
            <Loaded resource={sources}>
              {(names) => <Proposal index={index} plant={roots} sources={names} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const TITLE = "Locations from names";

interface ProposalProps {
  index: StreamIndex;
  plant: readonly PlantTree[];
  sources: SourceNames;
}

function Proposal({ index, plant, sources }: ProposalProps) {
  const names = useMemo(() => assetNames(index, sources), [index, sources]);
  const proposed = useMemo(() => proposedPlant(names, plant), [names, plant]);
  const nodes = useSignal<Nodes>(proposed);
  const before = useSignal<readonly Nodes[]>([]);
  const selected = useSignal<string | null>(null);
  const take = useTake(({ id }) => nodes.value = changed(nodes.value, { id, isNew: false }));
  const { isRunning, total } = take.state.value;
  useUnsavedGuard(() => take.state.value.isRunning || before.value.length > 0);
  const toCreate = nodesToCreate(nodes.value);
  const at = nodes.value.find(({ id }) => id === selected.value) ?? toCreate[0] ?? nodes.value[0];

  function change(next: Nodes, id: string | null): void {
    before.value = [...before.value, nodes.value];
    nodes.value = next;
    selected.value = id;
  }

  function undo(): void {
    nodes.value = before.value.at(-1) ?? nodes.value;
    before.value = before.value.slice(0, -1);
  }

  useLayoutEffect(() => {
    // What was kept of an earlier visit may be older than the plant. Once it is edited or created it stays.
    if (before.peek().length === 0 && take.state.peek().total === 0) nodes.value = proposed;
  }, [proposed]);

  useEffect(() => {
    // What is created cannot be undone here.
    if (isRunning) before.value = [];
  }, [isRunning]);

  if (at === undefined || (toCreate.length === 0 && total === 0)) return <NothingProposed names={names} />;
  return (
    <Page
      title={TITLE}
      subtitle={countText(toCreate.length, "new location")}
      trail={<a href="/plant">Plant</a>}
      tools={!isRunning && (
        <>
          {before.value.length > 0 && <button type="button" onClick={undo}>Undo</button>}
          {toCreate.length > 0 && (
            <button type="button" class="primary" onClick={() => take.start(toCreate)}>
              Create {countText(toCreate.length, "location")}
            </button>
          )}
        </>
      )}
    >
      {total === 0 && (
        <p class="muted">
          The names of {countText(names.length, "asset")}{" "}
          propose this tree. Rename, move or leave out what does not fit; nothing is created yet.
        </p>
      )}
      <TakePanel take={take} result={placedText(names, nodes.value)} />
      <div class="stack plant-columns">
        <ProposalTree nodes={nodes.value} selected={at.id} select={(id) => selected.value = id} />
        <ProposalEditor node={at} nodes={nodes.value} isLocked={isRunning} change={change} />
      </div>
    </Page>
  );
}

/** The names that lead to a location: those of assets, and those of streams without one. */
function assetNames({ streams }: StreamIndex, sources: SourceNames): string[] {
  const names = streams.flatMap(({ assetName, stream_name, is_active }) => {
    if (!is_active) return [];
    if (assetName !== UNASSIGNED_ASSET) return assetName;
    return nameParts(sources.without(stream_name)).slice(0, -1).join("/");
  });
  return [...new Set(names)].filter((name) => name !== "");
}

function placedText(names: readonly string[], nodes: Nodes): string {
  const locations = new AssetLocations(treeInModel(nodes));
  const placed = names.filter((name) => locations.of(name) !== null).length;
  return `${numberText(placed)} of ${countText(names.length, "asset")} have a location. ` +
    "New instances get the location of their streams' asset.";
}

function NothingProposed({ names }: { names: readonly string[] }) {
  return (
    <Page title={TITLE} trail={<a href="/plant">Plant</a>}>
      {names.length === 0
        ? (
          <Empty title="No assets yet">
            <p>Names of assets and streams propose locations, once a data source is connected.</p>
            <a href="/settings">Data sources</a>
          </Empty>
        )
        : (
          <Empty title="Every asset has its location">
            <p>The names of {countText(names.length, "asset")} propose no other location.</p>
            <a href="/plant">Open the plant</a>
          </Empty>
        )}
    </Page>
  );
}
