import { useComputed, useSignal } from "@preact/signals";
import { Plus } from "lucide";
import { useLayoutEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { useMayAt } from "../../parts/areas.ts";
import { useOutOfService } from "../../out_of_service/use_out_of_service.ts";
import { useShelved } from "../../parts/use_shelved.ts";
import { isHidden, isOutOfService } from "../../parts/event_text.ts";
import { Icon } from "../../parts/icon.tsx";
import { NodeRow } from "../../parts/node_state.tsx";
import { countText } from "../../parts/numbers.ts";
import type { PlantLocation, PlantTree } from "../../parts/plant_paths.ts";
import { byNode } from "../../parts/severity_counts.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useRemembered } from "../../parts/table/list_memory.ts";
import { VirtualTree } from "../../parts/table/virtual_tree.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { NewNodeDialog } from "./node_dialogs.tsx";
import { NodePanel } from "./node_panel.tsx";

/** Initially expanded: all of a small plant, the areas of a large one. */
const FIRST_LEVELS = 3;
const SMALL_PLANT = 60;
const NONE: ReadonlySet<string> = new Set();

/** The plant model: its tree with active events, and the details of the selected node. */
export default function PlantPage() {
  const { live } = useConsole();
  const { query, route } = useLocation();
  const plant = usePlant();
  const adding = useSignal(false);
  const active = useComputed(() =>
    [...live.events.value.values()].filter((event) => event.is_active && !isHidden(event, Date.now()))
  );
  const value = plant.state.value.value;
  const mayEdit = useMayAt()("POST /api/plant-model", null);
  const select = (id: string) => route(`/plant?node=${encodeURIComponent(id)}`);
  const place = value?.places.get(query.node ?? "") ?? firstOf(value?.places);
  return (
    <Page
      title="Plant"
      subtitle={value !== undefined && countText(value.places.size, "location")}
      tools={mayEdit && (
        <>
          <a class="button" href="/plant/proposal">Locations from names</a>
          <button type="button" onClick={() => adding.value = true}>
            <Icon node={Plus} />
            New enterprise
          </button>
        </>
      )}
    >
      <Loaded resource={plant} what="Loading the plant">
        {({ roots, places }) =>
          place === undefined
            ? (
              <Empty title="No plant model yet">
                <p>The plant model gives events a location: enterprise, sites, areas, lines and units.</p>
                {mayEdit && (
                  <>
                    <a class="button primary" href="/plant/proposal">Propose it from the names of assets</a>
                    <button type="button" onClick={() => adding.value = true}>Create the enterprise</button>
                  </>
                )}
              </Empty>
            )
            : (
              <div class="stack plant-columns">
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

function firstOf(places: ReadonlyMap<string, PlantLocation> | undefined): PlantLocation | undefined {
  return places?.values().next().value;
}

interface TreeProps {
  roots: readonly PlantTree[];
  places: ReadonlyMap<string, PlantLocation>;
  place: PlantLocation;
  events: readonly RuleEvent[];
  select(id: string): void;
}

function Tree({ roots, places, place, events, select }: TreeProps) {
  const { live } = useConsole();
  const expanded = useRemembered<ReadonlySet<string>>("expanded Plant", NONE);
  // Before the tree is drawn, so that it does not push down what stands below it on a phone.
  useLayoutEffect(() => {
    const first = expanded.peek().size > 0
      ? []
      : [...places].filter(([, { ids }]) => places.size <= SMALL_PLANT || ids.length <= FIRST_LEVELS).map((
        [id],
      ) => id);
    expanded.value = new Set([...expanded.peek(), ...first, ...place.ids.slice(0, -1)]);
  }, [places, place.node.id]);
  const counts = byNode(events, places);
  const hidden = byNode(useShelved(), places);
  const { overNode } = useOutOfService(), nowMs = Date.now();
  const isOut = (id: string) => overNode(id).some(({ starts_at }) => Date.parse(starts_at) <= nowMs);
  const taken = byNode(
    [...live.events.value.values()].filter((event) => event.is_active && isOutOfService(event, nowMs)),
    places,
  );
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
        row={(node) => (
          <NodeRow
            node={node}
            counts={counts.get(node.id)}
            shelved={hidden.get(node.id)}
            outOfService={isOut(node.id) || taken.get(node.id)}
          />
        )}
      />
    </section>
  );
}
