import type { Coverage } from "../../../domain/coverage/types.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import type { Span } from "../../../domain/coverage/spans.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { MOST_INSTANCES } from "./schemas/coverage.ts";
import type { CoverageBounds, MissingData } from "../../../storage/coverage.ts";

/** Of the last 24 hours. */
export function recentCoverageView({ storage }: Pick<AppDeps, "storage">, instance: InstanceRecord) {
  return coverageView(storage.coverage.recent(instance));
}

export function coverageView({ share, blind }: Coverage) {
  return {
    share: rounded(share),
    blind: {
      no_data: rounded(blind.no_data),
      bad_quality: rounded(blind.bad_quality),
      stopped: rounded(blind.stopped),
      source_lost: rounded(blind.source_lost),
      undeployed: rounded(blind.undeployed),
    },
  };
}

export function missingDataView({ fromMs, lost, stopped, instances }: MissingData, nowMs: Ms) {
  return {
    from: isoFromMs(fromMs),
    generated_at: isoFromMs(nowMs),
    source_lost: lost.map((span) => spanView(span, nowMs)),
    stopped: stopped.map((span) => spanView(span, nowMs)),
    instance_count: instances.length,
    instances: instances.slice(0, MOST_INSTANCES).map(({ instance, noDataMs, badQualityMs }) => ({
      instance_id: instance.id,
      instance_name: instance.instance_name,
      plant_node_floc_id: instance.plant_node_floc_id,
      no_data_seconds: Math.round(noDataMs / 1_000),
      bad_quality_seconds: Math.round(badQualityMs / 1_000),
    })),
  };
}

/** A span that lasts until now has no end. */
function spanView({ fromMs, toMs }: Span, nowMs: Ms) {
  return { from: isoFromMs(fromMs), to: toMs >= nowMs ? null : isoFromMs(toMs) };
}

/** Of a group's deployed instances; null: it has none. */
export function boundsView(bounds: CoverageBounds | null) {
  return bounds && { lowest: rounded(bounds.lowest), mean: rounded(bounds.mean) };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
