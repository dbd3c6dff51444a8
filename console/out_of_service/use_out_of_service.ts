import type { RuleEvent, Schemas } from "../api/client.ts";
import { type Placed, scopeKey, scopesOver } from "../../domain/out_of_service/interval.ts";
import { useRead } from "../live/use_read.ts";
import type { PlantLocation } from "../parts/plant_paths.ts";
import { usePlant } from "../parts/shared_resources.ts";
import { useNow } from "../shell/now_context.ts";

export type OutOfService = Schemas["OutOfService"];
export type Scope = OutOfService["scope"];

export interface KnownOutOfService {
  /** What runs and what is planned, by the end; undefined while it is read. */
  all: readonly OutOfService[] | undefined;
  /** Those that hold an alarm of an instance. */
  overAlarm(alarm: Pick<RuleEvent, keyof Placed>): readonly OutOfService[];
  /** And of its alarms. */
  overInstance(instance: { id: number; plant_node_floc_id: string | null }): readonly OutOfService[];
  overNode(flocId: string): readonly OutOfService[];
  reload(): void;
}

/** What is out of service now and what is planned. `events`: with counts that follow the events. */
export function useOutOfService({ events = false }: { events?: boolean } = {}): KnownOutOfService {
  const read = useRead("/api/out-of-service", { changes: ["out_of_service"], keep: true, events });
  const places = usePlant().state.value.value?.places;
  const nowMs = useNow();
  const all = read.state.value.value?.filter(({ ends_at }) => Date.parse(ends_at) > nowMs.value);
  const among = (keys: ReadonlySet<string>) => all?.filter(({ scope }) => keys.has(scopeKey(scope))) ?? [];
  const over = (placed: Placed) => among(new Set(scopesOver(placed, (id) => parentIn(places?.get(id)))));
  return {
    all,
    // Andon's own events have no instance, and are never out of service.
    overAlarm: ({ instance_id, ...alarm }) => instance_id === null ? [] : over({ ...alarm, instance_id }),
    overInstance: ({ id: instance_id, plant_node_floc_id }) => [
      ...over({ instance_id, rule_id: "", plant_node_floc_id }),
      ...all?.filter(({ scope }) => scope.kind === "alarm" && scope.instance_id === instance_id) ?? [],
    ],
    overNode: (plant_node_floc_id) => over({ instance_id: 0, rule_id: "", plant_node_floc_id }),
    reload: read.reload,
  };
}

function parentIn(place: PlantLocation | undefined): string | undefined {
  return place?.ids.at(-2);
}
