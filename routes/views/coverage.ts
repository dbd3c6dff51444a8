import type { Coverage } from "../../domain/coverage/types.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { AppDeps } from "../deps.ts";
import type { CoverageBounds } from "../../storage/statistics_contract.ts";

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

/** Of a group's deployed instances; null: it has none. */
export function boundsView(bounds: CoverageBounds | null) {
  return bounds && { lowest: rounded(bounds.lowest), mean: rounded(bounds.mean) };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
