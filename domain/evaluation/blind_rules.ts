import type { BlindShare } from "../coverage/types.ts";
import type { Deployments } from "./deployments.ts";
import { NOTHING } from "./sample_columns.ts";
import { UNKNOWN } from "./truth.ts";

/**
 * The instances with rules that are UNKNOWN, and of which share of them a stream's bad quality is the cause; else there
 * is no sample, or it is too old. Looks at every rule's truth: for now and then, not for every instant.
 */
export function blindInstances(rows: Deployments): BlindShare[] {
  const { rules, byId } = rows;
  const blind = new Map<number, BlindShare>();
  for (let row = 0; row < rules.end; row++) {
    if (rules.truth[row] !== UNKNOWN) continue;
    const owner = rules.owner[row], { instanceId } = owner;
    // A row that was given back keeps what stood in it.
    if (byId.get(instanceId) !== owner) continue;
    let share = blind.get(instanceId);
    if (share === undefined) blind.set(instanceId, share = { instanceId, noData: 0, badQuality: 0 });
    share[isBad(rows, row) ? "badQuality" : "noData"] += 1 / owner.rows.length;
  }
  return [...blind.values()];
}

function isBad({ rules, conditions, streams }: Deployments, rule: number): boolean {
  const first = rules.firstCondition[rule];
  for (let row = first; row < first + rules.program[rule].comparisons; row++) {
    for (const stream of conditions.streamsOf(row)) {
      const grade = streams.newest.grade[stream];
      if (streams.read[stream] === 1 && grade !== NOTHING && grade > conditions.worstGrade[row]) return true;
    }
  }
  return false;
}
