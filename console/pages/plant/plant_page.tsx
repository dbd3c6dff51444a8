import { useComputed, useSignal } from "@preact/signals";
import { Plus } from "lucide";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { isShelved } from "../../parts/event_words.ts";
import { Icon } from "../../parts/icon.tsx";
import { NodeRow } from "../../parts/node_state.tsx";
import type { PlantPlace, PlantTree } from "../../parts/plant_paths.ts";
import { byNode } from "../../parts/severity_counts.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { VirtualTree } from "../../parts/table/virtual_tree.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { NewNodeDialog } from "./node_dialogs.tsx";
import { NodePanel } from "./node_panel.tsx";
import { PlantTabs } from "./plant_tabs.tsx";

/** Unfolded at first: all of a small plant, a large one down to its areas. */
const FIRST_LEVELS = 3;
const SMALL_PLANT = 60;

/** The plant model: its tree with what is active at and below each node, and what there is at one of them. */
export default function PlantPage() {
  const { live, session } = useConsole();
  const { query, route } = useLocation();
  const plant = usePlant();
  const adding = useSignal(false);
  const active = useComputed(() =>
    [...live.events.value.values()].filter((event) => event.is_active && !isShelved(event, Date.now()))
  );
  const value = plant.state.value.value;
  const mayEdit = session.may("POST /api/plant-model");
  const select = (id: string) => route(`/plant?node=${encodeURIComponent(id)}`);
  const place = value?.places.get(query.node ?? "") ?? firstOf(value?.places);
  return (
    <Page
      title="Plant"
      under={value !== undefined && `${value.places.size.toLocaleString("en")} places`}
      tools={mayEdit && (
        <button type="button" onClick={() => adding.value = true}>
          <Icon node={Plus} />
          Enterprise
        </button>
      )}
    >
      <PlantTabs />
      <Loaded resource={plant} what="Reading the plant">
        {({ roots, places }) =>
          place === undefined
            ? (
              <Empty title="No plant model yet">
                <p>Places in the plant give events their where: enterprise, sites, areas, lines, units.</p>
                {mayEdit && (
                  <button type="button" class="primary" onClick={() => adding.value = true}>
                    Begin with the enterprise
                  </button>
                )}
              </Empty>
            )
            : (
              <div class="plant-columns">
                <Tree roots={roots} places={places} place={place} events={active.value} select={select} />
                <NodePanel
                  key={place.node.id}
                  {...{ place, places, select }}
                  events={active.value}
                  reload={plant.reload}
                />
              </div>
            )}
      </Loaded>
      {adding.value && (
        <NewNodeDialog
          parent={undefined}
          onClose={() => adding.value = false}
          onDone={(id) => {
            plant.reload();
            select(id);
          }}
        />
      )}
    </Page>
  );
}

function firstOf(places: ReadonlyMap<string, PlantPlace> | undefined): PlantPlace | undefined {
  return places?.values().next().value;
}

interface TreeProps {
  roots: readonly PlantTree[];
  places: ReadonlyMap<string, PlantPlace>;
  place: PlantPlace;
  events: readonly RuleEvent[];
  select(id: string): void;
}

function Tree({ roots, places, place, events, select }: TreeProps) {
  const expanded = useSignal<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const first = expanded.peek().size > 0
      ? []
      : [...places].filter(([, { ids }]) => places.size <= SMALL_PLANT || ids.length <= FIRST_LEVELS).map((
        [id],
      ) => id);
    expanded.value = new Set([...expanded.peek(), ...first, ...place.ids.slice(0, -1)]);
  }, [places, place.node.id]);
  const counts = byNode(events, places);
  return (
    <section class="panel" aria-label="Tree">
      <VirtualTree<PlantTree>
        label="Plant"
        roots={roots}
        keyOf={({ id }) => id}
        childrenOf={({ children }) => children}
        expanded={expanded}
        selected={place.node.id}
        onSelect={({ id }) => select(id)}
        row={(node) => <NodeRow node={node} counts={counts.get(node.id)} />}
      />
    </section>
  );
}
