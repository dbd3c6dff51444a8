import type { InstanceRecord } from "../instance/types.ts";
import { isoFromMs, type Ms } from "../shared/time.ts";
import type { Span } from "./spans.ts";

/** Ended deployments that an instance stores. */
export const MOST_DEPLOYMENTS = 20;

/** The ended deployments, including the current one, which ends now: the newest ones, oldest first. */
export function pastDeployments(record: InstanceRecord, nowMs: Ms): { from: string; to: string }[] {
  const { past_deployments = [], deployment_date } = record;
  if (deployment_date === null) return past_deployments;
  return [...past_deployments, { from: deployment_date, to: isoFromMs(nowMs) }].slice(-MOST_DEPLOYMENTS);
}

/** The spans in which an instance was deployed, among those stored. */
export function deployedSpans(record: InstanceRecord, nowMs: Ms): Span[] {
  const { past_deployments = [], is_deployed, deployment_date } = record;
  const spans = past_deployments.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
  if (is_deployed && deployment_date !== null) {
    spans.push({ fromMs: Date.parse(deployment_date), toMs: nowMs });
  }
  return spans;
}

/**
 * The start of the stored history of deployments: the creation, or the oldest stored deployment when older
 * ones were dropped.
 */
export function knownSince({ created_at, past_deployments = [] }: InstanceRecord): Ms {
  const isFull = past_deployments.length >= MOST_DEPLOYMENTS;
  return Date.parse(isFull ? past_deployments[0]!.from : created_at);
}
