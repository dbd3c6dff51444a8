import { type DiscoveryResult, listedChanges } from "../../../domain/asset/listed_changes.ts";
import { picked } from "../../../domain/shared/picked.ts";
import { isoFromMs, isoOrNull } from "../../../domain/shared/time.ts";
import type { DiscoveryStatus } from "../../../ports/discovery.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { discoveryCounts, MOST_DIFFERENCES, MOST_INSTANCES } from "./schemas/discovery.ts";

/** What a discovery changed, the streams of deployed instances first. */
export function differencesView({ storage: { instances } }: AppDeps, { streams }: DiscoveryResult) {
  const bound = new Set(instances.deployedStreams().map(({ id }) => id));
  const changes = streams.flatMap(listedChanges);
  const first = changes.filter(({ stream }) => bound.has(stream));
  const rest = changes.filter(({ stream }) => !bound.has(stream));
  const instancesOf = (stream_id: number) =>
    instances.list({ stream_id }).filter(({ is_deployed }) => is_deployed).map(({ id }) => id).slice(
      0,
      MOST_INSTANCES,
    );
  return {
    differences: [...first, ...rest].slice(0, MOST_DIFFERENCES).map(({ stream, ...change }) => ({
      ...change,
      id: stream,
      instances: bound.has(stream) ? instancesOf(stream) : [],
    })),
    differences_total: changes.length,
  };
}

export function discoveryStateView({ isRunning, last, nextMs, failure }: DiscoveryStatus) {
  return {
    is_running: isRunning,
    last: last && { at: last.at, ...picked(discoveryCounts, last) },
    next_at: isoOrNull(nextMs),
    failure: failure && { at: isoFromMs(failure.atMs), reason: failure.reason, in_a_row: failure.inARow },
  };
}
