import type { Ticks } from "../../shared/time.ts";
import { alikeInstance, type AlikeInstances } from "../deployment/alike_instances.ts";
import { needOf } from "./compile_window.ts";
import { comparisonsOfRule } from "../evaluating/program.ts";
import type { HistoryNeed } from "./stream_history.ts";
import type { DeployedInstance, StreamReach } from "../types.ts";

/** The histories that an instance's windows need, by stream. Time tags always have theirs. */
export function historyNeeds({ rules }: Pick<DeployedInstance, "rules">): Map<number, HistoryNeed[]> {
  const needs = new Map<number, HistoryNeed[]>();
  for (const comparison of rules.flatMap(comparisonsOfRule)) {
    const need = comparison.stream < 0 ? null : needOf(comparison);
    if (need === null) continue;
    const known = needs.get(comparison.stream);
    if (known === undefined) needs.set(comparison.stream, [need]);
    else known.push(need);
  }
  return needs;
}

/** The instances whose windows need a history, as objects. */
export function instancesWithHistory(alike: AlikeInstances): DeployedInstance[] {
  if (historyNeeds(alike.like).size === 0) return [];
  return Array.from(alike.ids, (_, i) => alikeInstance(alike, i));
}

/** How far back the windows of instances reach. Streams without a window are left out. */
export function historyReaches(instances: readonly Pick<DeployedInstance, "rules">[]): StreamReach[] {
  const reaches = new Map<number, Ticks>();
  for (const [stream, needs] of instances.flatMap((instance) => [...historyNeeds(instance)])) {
    reaches.set(stream, Math.max(reaches.get(stream) ?? 0, ...needs.map((need) => need.reach)));
  }
  return [...reaches].map(([stream, reach]) => ({ stream, reach }));
}
