import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { told } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { EventTable } from "../../events/event_table.tsx";
import { type Instance, instancesText, standingOf } from "../../instances/instance_words.ts";
import { StandingMark } from "../../instances/standing_mark.tsx";
import { useInstances } from "../../instances/use_instances.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { PlantPlace } from "../../parts/plant_paths.ts";
import { Loaded } from "../../parts/states.tsx";
import { VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { LiveValue } from "../../streams/live_value.tsx";
import { useStreams } from "../../streams/use_streams.ts";
import type { KnownStream } from "../../streams/stream_index.ts";
import { ChangeNodeDialog, NewNodeDialog } from "./node_dialogs.tsx";
import { childTypesOf, idsBelow, parentOf, typeText } from "./plant_model.ts";

interface NodePanelProps {
  place: PlantPlace;
  places: ReadonlyMap<string, PlantPlace>;
  events: readonly RuleEvent[];
  select(id: string): void;
  reload(): void;
}

/** What there is at a node and below it: events, instances, the streams that they look at. */
export function NodePanel(props: NodePanelProps) {
  const { place, events } = props;
  const { session } = useConsole();
  const below = useMemo(() => new Set(idsBelow(place.node)), [place.node]);
  const own = events.filter(({ plant_node_floc_id: id }) => id !== null && below.has(id));
  return (
    <div class="plant-node">
      <section class="panel" aria-label="Place">
        <div class="plant-node-head">
          <div>
            <h2>{place.node.name}</h2>
            <p class="muted">
              {typeText(place.node.type)} · <code>{place.node.id}</code>
            </p>
          </div>
          {session.may("PUT /api/plant-model/:floc_id") && <NodeTools {...props} />}
        </div>
        {place.ids.length > 1 && <p class="muted">{place.path}</p>}
      </section>
      {own.length > 0 && (
        <section class="panel" aria-label="Active events">
          <div class="panel-head">
            <h2>Active events</h2>
            <span class="muted">{own.length}</span>
          </div>
          <EventTable events={own} label="Active events at and below" sortable />
        </section>
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
    <div class="page-tools">
      {mayHold && <button type="button" onClick={() => dialog.value = "add"}>Add below</button>}
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
    </div>
  );
}

/** True: it is gone; a problem: something stands in the way; false: the person would rather not, or it was told. */
function useRemoval({ id, name }: PlantPlace["node"]) {
  const { api, asking, toasts } = useConsole();
  return async (): Promise<boolean | ApiProblem> => {
    const sure = await asking.confirm({
      title: "Delete this place?",
      text: `"${name}" is removed from the plant model. Nothing may stand below it or be bound to it.`,
      ...{ action: "Delete place", danger: true },
    });
    if (!sure) return false;
    try {
      const path = { params: { path: { floc_id: id } } };
      toasts.done((await told(api.DELETE("/api/plant-model/{floc_id}", path))).message);
      return true;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === "RESOURCE_IN_USE") return problem;
      toasts.problem(problem.message);
      return false;
    }
  };
}

interface InUseProps {
  name: string;
  problem: ApiProblem;
  select(id: string): void;
  onClose(): void;
}

/** What stands in the way of a deletion, each with the way to it. */
function InUseDialog({ name, problem, select, onClose }: InUseProps) {
  return (
    <Dialog title={`${name} is in use`} onClose={onClose}>
      <p>It can be deleted once these are moved elsewhere or deleted:</p>
      <ul class="in-use">
        {usersIn(problem).map(({ type, id, name: user }) => (
          <li key={`${type} ${id}`}>
            <span class="muted">{type === "plant_node" ? "place" : type}</span>
            {type === "instance" ? <a href={`/instances/${id}?change`}>{user}</a> : (
              <button
                type="button"
                class="link"
                onClick={() => {
                  onClose();
                  select(String(id));
                }}
              >
                {user}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="primary" autofocus onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
}

interface UsedBy {
  type: string;
  id: string | number;
  name: string;
}

function usersIn({ details: { used_by } }: ApiProblem): UsedBy[] {
  return Array.isArray(used_by) ? used_by.filter(isUser) : [];
}

function isUser(given: unknown): given is UsedBy {
  return typeof given === "object" && given !== null && "type" in given && "id" in given && "name" in given;
}

function Instances({ place, below }: { place: PlantPlace; below: ReadonlySet<string> }) {
  const instances = useInstances();
  return (
    <Loaded resource={instances} what="Reading instances">
      {({ instances: all }) => {
        const own = all.filter(({ plant_node_floc_id: id }) => id !== null && below.has(id));
        return (
          <>
            <section class="panel" aria-label="Instances">
              <div class="panel-head">
                <h2>Instances</h2>
                <a href={`/instances?node=${encodeURIComponent(place.node.id)}`}>
                  {instancesText(own.length)}
                </a>
              </div>
              {own.length === 0
                ? <p class="muted">Nothing is judged here yet.</p>
                : <InstanceRows instances={own} />}
            </section>
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
      label="Instances at and below"
      rows={instances}
      keyOf={({ id }) => id}
      onOpen={({ id }) => route(`/instances/${id}`)}
      columns={[
        {
          ...{ key: "state", title: "State", width: "124px", narrowWidth: "36px" },
          cell: (instance) => <StandingMark standing={standingOf(instance, source)} />,
        },
        {
          ...{ key: "name", title: "Instance", width: "minmax(0, 2fr)" },
          cell: ({ id, instance_name }) => <a href={`/instances/${id}`}>{instance_name}</a>,
        },
        {
          ...{ key: "template", title: "Template", width: "minmax(0, 1fr)", wideOnly: true },
          cell: ({ template }) => template.name,
        },
      ]}
    />
  );
}

/** The streams that instances here are bound to, as they are now. */
function Streams({ instances }: { instances: readonly Instance[] }) {
  const { route } = useLocation();
  const index = useStreams().state.value.value;
  const names = new Set(instances.flatMap(({ placeholder_mappings }) => Object.values(placeholder_mappings)));
  const streams = [...names].map((name) => index?.byName.get(name)).filter((stream) => stream !== undefined);
  if (streams.length === 0) return null;
  return (
    <section class="panel" aria-label="Streams">
      <div class="panel-head">
        <h2>Streams</h2>
        <span class="muted">{streams.length.toLocaleString("en")}</span>
      </div>
      <VirtualTable<KnownStream>
        label="Streams at and below"
        rows={streams}
        keyOf={({ id }) => id}
        onOpen={({ id }) => route(`/plant/streams/${id}`)}
        columns={[
          {
            ...{ key: "name", title: "Stream", width: "minmax(0, 1fr)" },
            cell: ({ id, stream_name }) => (
              <a href={`/plant/streams/${id}`} title={stream_name}>{stream_name}</a>
            ),
          },
          {
            ...{ key: "value", title: "Value", width: "160px", narrowWidth: "110px", align: "end" },
            cell: (stream) => <LiveValue stream={stream} />,
          },
        ]}
      />
    </section>
  );
}
