import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { unwrap } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { worstFirst } from "../../events/event_order.ts";
import { EventTable } from "../../events/event_table.tsx";
import { type Instance, instancesText, statusOf } from "../../instances/instance_text.ts";
import { InstanceStatusMark } from "../../instances/instance_status_mark.tsx";
import { useInstances } from "../../instances/use_instances.ts";
import { OutOfServiceHere } from "../../out_of_service/out_of_service_panel.tsx";
import { TakeOutButton } from "../../out_of_service/take_out_button.tsx";
import { useOutOfService } from "../../out_of_service/use_out_of_service.ts";
import { useMayAt } from "../../parts/areas.ts";
import { InUseDialog } from "../../parts/in_use_dialog.tsx";
import { numberText } from "../../parts/numbers.ts";
import { OutsideAreas } from "../../parts/outside_areas.tsx";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { Loaded } from "../../parts/states.tsx";
import { VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { LiveValue } from "../../streams/live_value.tsx";
import { useStreams } from "../../streams/use_streams.ts";
import { StreamMenu, useRowRuleKey } from "../../streams/new_rule.tsx";
import type { KnownStream } from "../../streams/stream_index.ts";
import { ChangeNodeDialog, NewNodeDialog } from "./node_dialogs.tsx";
import { childTypesOf, idsBelow, parentOf, typeText } from "./plant_model.ts";
import { Panel } from "../../parts/panel.tsx";

interface NodePanelProps {
  place: PlantLocation;
  places: ReadonlyMap<string, PlantLocation>;
  events: readonly RuleEvent[];
  select(id: string): void;
  reload(): void;
}

/** The events, instances and streams at and below a plant node. */
export function NodePanel(props: NodePanelProps) {
  const { place, events } = props;
  const { session } = useConsole();
  const mayAt = useMayAt();
  const outOfService = useOutOfService();
  const below = useMemo(() => new Set(idsBelow(place.node)), [place.node]);
  const own = events.filter(({ plant_node_floc_id: id }) => id !== null && below.has(id))
    .sort(worstFirst);
  return (
    <div class="stack plant-node">
      <section class="panel" aria-label="Location">
        <div class="wrap plant-node-head">
          <div>
            <h2>{place.node.name}</h2>
            <p class="muted">
              {typeText(place.node.type)}, functional location {place.node.id}
            </p>
          </div>
          <div class="page-tools">
            <TakeOutButton of={{ plant_node_floc_id: place.node.id }} group="Plant" />
            {mayAt("PUT /api/plant-model/:floc_id", place.node.id) && <NodeTools {...props} />}
          </div>
          {!mayAt("PUT /api/plant-model/:floc_id", place.node.id) &&
            session.may("PUT /api/plant-model/:floc_id") && (
            <OutsideAreas node={place.node.id} noun="location" />
          )}
        </div>
        {place.ids.length > 1 && <p class="muted">{place.path}</p>}
      </section>
      <OutOfServiceHere items={outOfService.overNode(place.node.id)} />
      {own.length > 0 && (
        <Panel title="Active events" tools={<span class="muted">{numberText(own.length)}</span>}>
          <EventTable events={own} label="Active events at and below this location" sortable />
        </Panel>
      )}
      <Instances place={place} below={below} />
    </div>
  );
}

function NodeTools({ place, places, select, reload }: NodePanelProps) {
  const dialog = useSignal<"add" | "change" | null>(null);
  const inUse = useSignal<ApiProblem | null>(null);
  const remove = useRemoval(place.node);
  const close = () => dialog.value = null;
  const mayHold = childTypesOf(place.node.type).length > 0;
  return (
    <>
      {mayHold && <button type="button" onClick={() => dialog.value = "add"}>Add child</button>}
      <button type="button" onClick={() => dialog.value = "change"}>Rename or move</button>
      <button
        type="button"
        onClick={async () => {
          const outcome = await remove();
          if (outcome instanceof ApiProblem) inUse.value = outcome;
          if (outcome !== true) return;
          reload();
          select(parentOf(place, places)?.node.id ?? "");
        }}
      >
        Delete
      </button>
      {dialog.value === "add" && (
        <NewNodeDialog
          parent={place}
          onClose={close}
          onDone={(id) => {
            reload();
            select(id);
          }}
        />
      )}
      {dialog.value === "change" && (
        <ChangeNodeDialog place={place} places={places} onClose={close} onDone={reload} />
      )}
      {inUse.value !== null && (
        <InUseDialog
          name={place.node.name}
          problem={inUse.value}
          select={select}
          onClose={() => inUse.value = null}
        />
      )}
    </>
  );
}

/** True if deleted, a problem if the node is in use, false if cancelled or if a toast shows the error. */
function useRemoval({ id, name }: PlantLocation["node"]) {
  const { api, dialogs, toasts } = useConsole();
  return async (): Promise<boolean | ApiProblem> => {
    const isConfirmed = await dialogs.confirm({
      title: "Delete this location?",
      text: `“${name}” is deleted from the plant model. It must have no children and no instances.`,
      action: "Delete location",
      danger: true,
    });
    if (!isConfirmed) return false;
    try {
      const path = { params: { path: { floc_id: id } } };
      toasts.done((await unwrap(api.DELETE("/api/plant-model/{floc_id}", path))).message);
      return true;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === "RESOURCE_IN_USE") return problem;
      toasts.problem(problem.message);
      return false;
    }
  };
}

function Instances({ place, below }: { place: PlantLocation; below: ReadonlySet<string> }) {
  const instances = useInstances();
  return (
    <Loaded resource={instances} what="Loading instances">
      {({ instances: all }) => {
        const own = all.filter(({ plant_node_floc_id: id }) => id !== null && below.has(id));
        return (
          <>
            <Panel
              title="Instances"
              tools={
                <a href={`/instances?node=${encodeURIComponent(place.node.id)}`}>
                  {instancesText(own.length)}
                </a>
              }
            >
              {own.length === 0
                ? <p class="muted">No instances here yet.</p>
                : <InstanceRows instances={own} />}
            </Panel>
            {own.length > 0 && <Streams instances={own} />}
          </>
        );
      }}
    </Loaded>
  );
}

function InstanceRows({ instances }: { instances: readonly Instance[] }) {
  const { live } = useConsole();
  const { route } = useLocation();
  const source = live.source.value;
  return (
    <VirtualTable
      label="Instances at and below this location"
      rows={instances}
      onOpen={({ id }) => route(`/instances/${id}`)}
      columns={[
        {
          key: "state",
          title: "State",
          width: "124px",
          narrowWidth: "36px",
          cell: (instance) => <InstanceStatusMark status={statusOf(instance, source)} />,
        },
        {
          key: "name",
          title: "Instance",
          width: "minmax(0, 2fr)",
          cell: ({ id, instance_name }) => <a href={`/instances/${id}`}>{instance_name}</a>,
        },
        {
          key: "template",
          title: "Template",
          width: "minmax(0, 1fr)",
          wideOnly: true,
          cell: ({ template }) => template.name,
        },
      ]}
    />
  );
}

/** The streams bound by the instances here, with their newest values. */
function Streams({ instances }: { instances: readonly Instance[] }) {
  const { route } = useLocation();
  useRowRuleKey();
  const index = useStreams().state.value.value;
  const names = new Set(instances.flatMap(({ placeholder_mappings }) => Object.values(placeholder_mappings)));
  const streams = [...names].map((name) => index?.byName.get(name)).filter((stream) => stream !== undefined);
  if (streams.length === 0) return null;
  return (
    <Panel title="Streams" tools={<span class="muted">{numberText(streams.length)}</span>}>
      <VirtualTable<KnownStream>
        label="Streams at and below this location"
        rows={streams}
        keyOf={({ id }) => id}
        onOpen={({ id }) => route(`/plant/streams/${id}`)}
        columns={[
          {
            key: "name",
            title: "Stream",
            width: "minmax(0, 1fr)",
            cell: ({ id, stream_name }) => (
              <a href={`/plant/streams/${id}`} title={stream_name}>{stream_name}</a>
            ),
          },
          {
            key: "value",
            title: "Value",
            width: "160px",
            narrowWidth: "110px",
            align: "end",
            cell: (stream) => <LiveValue stream={stream} />,
          },
          {
            key: "actions",
            title: "",
            width: "40px",
            cell: (stream) => <StreamMenu stream={stream} />,
          },
        ]}
      />
    </Panel>
  );
}
