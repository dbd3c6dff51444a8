import { stateAt } from "../../../domain/out_of_service/interval.ts";
import type { OutOfServiceRecord, Scope } from "../../../domain/out_of_service/schema.ts";
import { displayNameOf } from "../../../domain/rule/display_name.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { HIDDEN } from "../../pipeline/for_reader.ts";

type Deps = Pick<AppDeps, "storage" | "now">;

/** How the reader of the request sees intervals; the active events are counted once for all of them. */
export function outOfServiceViewFor(c: AppContext, deps: Deps) {
  const { storage } = deps, nowMs = deps.now();
  let hidden: ReadonlyMap<number, number> | undefined;
  const isScreen = c.get("screen") !== undefined;
  return ({ v: _v, recorded_state: _recorded, ...record }: OutOfServiceRecord) => {
    hidden ??= hiddenEvents(deps);
    return {
      ...record,
      ...isScreen && {
        reason: HIDDEN,
        work_order: null,
        created_by: HIDDEN,
        ended_by: record.ended_by && HIDDEN,
      },
      name: nameOf(storage, record.scope),
      state: stateAt(record, nowMs),
      plant_node_floc_id: storage.outOfService.placeOf(record.scope),
      active_events: hidden.get(record.id) ?? 0,
    };
  };
}

/** How many active events each interval hides now. An event that several hold counts for the one that ends last. */
function hiddenEvents({ storage, now }: Deps): ReadonlyMap<number, number> {
  const counts = new Map<number, number>(), nowMs = now();
  for (const event of storage.events.active()) {
    const id = storage.outOfService.at(event, nowMs)?.id;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** `High of Pump 1`, `Pump 1` or the name of the plant node; the ids of what was deleted. */
function nameOf({ instances, templates, plant }: AppDeps["storage"], scope: Scope): string {
  if (scope.kind === "plant_node") {
    return plant.get(scope.plant_node_floc_id)?.name ?? scope.plant_node_floc_id;
  }
  const instance = instances.get(scope.instance_id);
  const name = instance?.instance_name ?? `Instance ${scope.instance_id}`;
  if (scope.kind === "instance") return name;
  const rule = instance &&
    templates.deployedAs(instance)?.rules.find(({ rule_id }) => rule_id === scope.rule_id);
  return `${rule === undefined ? scope.rule_id : displayNameOf(rule)} of ${name}`;
}
