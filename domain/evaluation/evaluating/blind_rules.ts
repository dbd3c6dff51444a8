import type { BlindShare } from "../../coverage/types.ts";
import type { Ticks } from "../../shared/time.ts";
import type { Deployments } from "../deployment/deployments.ts";
import { decidingRows } from "./deciding_rows.ts";
import { NONE } from "../state/row_index.ts";
import { NOTHING } from "../intake/sample_columns.ts";
import { UNKNOWN } from "./truth.ts";

/**
 * The instances with rules that are UNKNOWN at the watermark, by cause: a stream's bad quality, or else a
 * missing or too old sample. Reads every rule, so it is meant to be called seldom.
 */
export function blindInstances(rows: Deployments, watermark: Ticks): BlindShare[] {
  const { rules, instances } = rows;
  const blind = new Map<number, BlindShare>();
  for (let row = 0; row < rules.end; row++) {
    const owner = rules.owner[row]!, instanceId = instances.id[owner]!;
    if (owner === NONE || !isUnknown(rows, row, watermark)) continue;
    let share = blind.get(instanceId);
    if (share === undefined) blind.set(instanceId, share = { instanceId, noData: 0, badQuality: 0 });
    share[isBad(rows, row) ? "badQuality" : "noData"] += 1 / instances.ruleIdsOf(owner).length;
  }
  return [...blind.values()];
}

/**
 * The stored truth may be outdated when a correction has set the rule's state, so an UNKNOWN rule is
 * evaluated again.
 */
function isUnknown({ rules, evaluator }: Deployments, rule: number, watermark: Ticks): boolean {
  return rules.truth[rule] === UNKNOWN &&
    evaluator.truthOf(rule, Math.max(rules.deployedAt[rule]!, watermark)) === UNKNOWN;
}

function isBad({ rules, conditions, streams }: Deployments, rule: number): boolean {
  const { first, count } = decidingRows(rules, rule);
  for (let row = first; row < first + count; row++) {
    for (const stream of conditions.streamsOf(row)) {
      const grade = streams.newest.grade[stream]!;
      if (streams.read[stream] === 1 && grade !== NOTHING && grade > conditions.formOf(row).worstGrade) {
        return true;
      }
    }
  }
  return false;
}
