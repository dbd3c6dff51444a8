import type { InstanceRecord } from "../instance/types.ts";
import { isoFromMs, type Ms } from "../shared/time.ts";
import type { Span } from "./spans.ts";

/** Ended deployments that an instance remembers. */
export const MOST_DEPLOYMENTS = 20;

/** An instance's ended deployments once the present one has ended too: the newest ones, oldest first. */
export function pastDeployments(record: InstanceRecord, nowMs: Ms): { from: string; to: string }[] {
  const { past_deployments = [], deployment_date } = record;
  if (deployment_date === null) return past_deployments;
  return [...past_deployments, { from: deployment_date, to: isoFromMs(nowMs) }].slice(-MOST_DEPLOYMENTS);
}

/** When an instance was deployed, as far as it remembers. */
export function deployedSpans(record: InstanceRecord, nowMs: Ms): Span[] {
  const { past_deployments = [], is_deployed, deployment_date } = record;
  const spans = past_deployments.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
  if (is_deployed && deployment_date !== null) {
    spans.push({ fromMs: Date.parse(deployment_date), toMs: nowMs });
  }
  return spans;
}

/** From when on it is known whether it was deployed: it was made then, or remembers no further. */
export function knownSince({ created_at, past_deployments = [] }: InstanceRecord): Ms {
  const isFull = past_deployments.length >= MOST_DEPLOYMENTS;
  return Date.parse(isFull ? past_deployments[0].from : created_at);
}
