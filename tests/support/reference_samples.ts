/** The samples of the streams that an instance's rules name, in order of time. See reference_evaluator.ts. */
import type { BoundRule } from "../../domain/evaluation/types.ts";
import type { DataType, Sample } from "../../domain/sample/types.ts";
import { TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { tagSamples } from "./reference_clock.ts";
import { comparisonsOfRule, streamsOf } from "./reference_truth.ts";
import type { ReferenceInput } from "./reference_types.ts";

/** By stream, those of the plant's time included. */
export function samplesOf(input: ReferenceInput): Map<number, Sample[]> {
  const samples = new Map(Object.entries(input.samples).map(([id, list]) => [Number(id), cleaned(list)]));
  const deployments = (input.commands ?? []).flatMap((each) => each.kind === "deploy" ? [each.at] : []);
  const from = Math.min(input.deployedAt, ...deployments) - LONGEST_PAST;
  for (const tag of new Set(input.instance.rules.flatMap(tagsOf))) {
    const to = Math.max(input.until, input.deployedAt, ...deployments);
    samples.set(tag, tagSamples(tag, input.timeZone ?? "UTC", { from, to }));
  }
  return samples;
}

/** Further back than any window of a test. */
const LONGEST_PAST = 3_600 * TICKS_PER_SECOND;

export const TAG_TYPES: [number, DataType][] = [[-1, "NUM"], [-2, "NUM"], [-3, "NUM"], [-4, "BOOL"]];

function tagsOf(rule: BoundRule): number[] {
  return comparisonsOfRule(rule).flatMap(streamsOf).filter((stream) => stream < 0);
}

function cleaned(list: readonly Sample[]): Sample[] {
  const byTime = new Map(list.map((sample) => [sample.time, sample]));
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}
