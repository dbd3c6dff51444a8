import type { RuleReading } from "../evaluation/reading.ts";
import type { BoundRule } from "../evaluation/types.ts";
import { isoFromTicks, type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import { type Change, changeTo, type PartNode } from "./parts.ts";
import type { ExplainedStep } from "./types.ts";
import { spanText } from "./words.ts";

export interface StepGiven {
  rule: BoundRule;
  reading: RuleReading;
  root: PartNode;
  at: Ticks;
}

/** What would take a rule on from the state that it is in, the likeliest first. */
export function explainSteps(given: StepGiven): ExplainedStep[] {
  switch (given.reading.phase) {
    case "normal":
      return beginning(given);
    case "pending":
      return [
        ...delayed(given, "true"),
        ...givingUp(given),
        ...changed(given, { goal: "false", to: "normal" }),
      ];
    case "active":
      return ending(given);
    case "clearing":
      return [...delayed(given, "false"), ...changed(given, { goal: "true", to: "active" })];
    case "held":
      return changed(given, { goal: "false", to: "normal" });
  }
}

function beginning(given: StepGiven): ExplainedStep[] {
  const { onDelay } = given.rule, to = onDelay > 0 ? "pending" : "active";
  const then = onDelay > 0 ? `, and stay so for ${spanText(onDelay)}` : "";
  return changed(given, { goal: "true", to, then });
}

function ending(given: StepGiven): ExplainedStep[] {
  const { offDelay } = given.rule, to = offDelay > 0 ? "clearing" : "normal";
  const then = offDelay > 0 ? `, and stay so for ${spanText(offDelay)}` : "";
  return changed(given, { goal: "false", to, then });
}

/** Time alone, while the truth that it counts stands; else the truth has to come first. */
function delayed({ rule, reading, root, at }: StepGiven, goal: "true" | "false"): ExplainedStep[] {
  const { delay } = reading, to = goal === "true" ? "active" : "normal";
  if (delay === null) return [];
  if (delay.endsAt !== null) {
    const span = spanText(delay.endsAt - at);
    return [timed({ to, endsAt: delay.endsAt, at, text: `it stays ${goal} for another ${span}` })];
  }
  const total = goal === "true" ? rule.onDelay : rule.offDelay;
  const change = changeTo(root, goal), left = spanText(total - delay.elapsed);
  return change === null ? [] : [valued(root, { to, change, then: `, and stay so for another ${left}` })];
}

function givingUp({ reading: { givesUpAt }, at }: StepGiven): ExplainedStep[] {
  if (givesUpAt === null) return [];
  const text = `nothing is known for another ${spanText(givesUpAt - at)}`;
  return [timed({ to: "normal", endsAt: givesUpAt, at, text })];
}

function timed(
  { to, endsAt, at, text }: { to: ExplainedStep["to"]; endsAt: Ticks; at: Ticks; text: string },
): ExplainedStep {
  const seconds = (endsAt - at) / TICKS_PER_SECOND;
  return { to, by: "time", seconds, at: isoFromTicks(endsAt), parts: [], text };
}

function changed(
  { root }: StepGiven,
  { goal, to, then = "" }: { goal: "true" | "false"; to: ExplainedStep["to"]; then?: string },
): ExplainedStep[] {
  const change = changeTo(root, goal);
  return change === null ? [] : [valued(root, { to, change, then })];
}

function valued(
  root: PartNode,
  { to, change, then }: { to: ExplainedStep["to"]; change: Change; then: string },
): ExplainedStep {
  const by = root.truth === "unknown" ? "data" : "values";
  return { to, by, seconds: null, at: null, parts: change.parts, text: `${change.text}${then}` };
}
