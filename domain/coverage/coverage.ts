import type { Ms } from "../shared/time.ts";
import { common, lengthOf, type Span, union } from "./spans.ts";
import type { BlindHour, Coverage } from "./types.ts";

export const HOUR_MS = 3_600_000;

/** What is known about an instance in a span. */
export interface CoverageFacts {
  /** A whole hour. */
  fromMs: Ms;
  nowMs: Ms;
  /** The spans of its deployments. */
  deployed: readonly Span[];
  /** The spans in which the source was lost, and in which Andon did not run. */
  lost: readonly Span[];
  stopped: readonly Span[];
  /** The hours in which its rules were blind. */
  blindHours: readonly (BlindHour & { hourMs: Ms })[];
}

/** The start of the hour that contains an instant. */
export function hourOf(ms: Ms): Ms {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/**
 * The share of a span in which an instance could be evaluated, and the shares of the causes. Blind hours
 * count only while the source was available and Andon ran: the rest is evaluated later, on data that was not
 * known in time.
 */
export function coverageOf(facts: CoverageFacts): Coverage {
  const { fromMs, nowMs, blindHours } = facts;
  const allMs = nowMs - fromMs;
  if (allMs <= 0) return shares({ allMs: 1, undeployed: 1 });
  const deployed = common(union(facts.deployed), [{ fromMs, toMs: nowMs }]);
  const lost = common(deployed, union(facts.lost));
  const away = common(deployed, union([...facts.lost, ...facts.stopped]));
  let noData = 0, badQuality = 0;
  for (const { hourMs, noDataMs, badQualityMs } of blindHours) {
    const hour = { fromMs: hourMs, toMs: hourMs + HOUR_MS };
    const thereMs = lengthOf(deployed, hour) - lengthOf(away, hour);
    const scale = Math.min(1, thereMs / Math.max(1, noDataMs + badQualityMs));
    noData += noDataMs * scale;
    badQuality += badQualityMs * scale;
  }
  const lostMs = lengthOf(lost);
  return shares({
    allMs,
    no_data: noData,
    bad_quality: badQuality,
    stopped: lengthOf(away) - lostMs,
    source_lost: lostMs,
    undeployed: allMs - lengthOf(deployed),
  });
}

function shares(
  { allMs, ...blindMs }: { allMs: Ms } & Partial<Record<keyof Coverage["blind"], Ms>>,
): Coverage {
  const of = (ms = 0) => ms / allMs;
  const blind = {
    no_data: of(blindMs.no_data),
    bad_quality: of(blindMs.bad_quality),
    stopped: of(blindMs.stopped),
    source_lost: of(blindMs.source_lost),
    undeployed: of(blindMs.undeployed),
  };
  const share = 1 - Object.values(blind).reduce((sum, each) => sum + each, 0);
  return { share: Math.max(0, share), blind };
}
