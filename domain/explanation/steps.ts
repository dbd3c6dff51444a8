import type { RuleReading } from "../evaluation/evaluating/reading.ts";
import type { BoundRule } from "../evaluation/types.ts";
import { isoFromTicks, type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import { type Change, changeTo, partList, type PartNode } from "./parts.ts";
import type { ExplainedStep } from "./schema.ts";
import { isEndedBy } from "./until.ts";
import { spanText } from "./words.ts";

export interface StepInput {
  rule: BoundRule;
  reading: RuleReading;
  /** Of the conditions, or of `until` where it is asked; its truth is then the opposite of the rule's. */
  root: PartNode;
  at: Ticks;
}

/**
 * The steps that would change the state of a rule, the likeliest first. A window may have reached the needed
 * truth already, since windows move on between instants; that counts from the next evaluation.
 */
export function explainSteps(input: StepInput): ExplainedStep[] {
  switch (input.reading.phase) {
    case "normal":
      return beginning(input);
    case "pending":
      return [
        ...delayed(input, "true"),
        ...givingUp(input),
        ...changed(input, { goal: "false", to: "normal" }),
      ];
    case "active":
      return ending(input);
    case "clearing":
      return [...delayed(input, "false"), ...changed(input, { goal: "true", to: "active" })];
    case "held":
      return changed(input, { goal: "false", to: "normal" });
  }
}

function beginning(input: StepInput): ExplainedStep[] {
  const { onDelay } = input.rule;
  return changed(input, { goal: "true", to: onDelay > 0 ? "pending" : "active", lastingFor: onDelay });
}

function ending(input: StepInput): ExplainedStep[] {
  const { offDelay } = input.rule;
  return changed(input, { goal: "false", to: offDelay > 0 ? "clearing" : "normal", lastingFor: offDelay });
}

/** The time left, while the truth that the delay counts holds; else that truth has to come first. */
function delayed(input: StepInput, goal: "true" | "false"): ExplainedStep[] {
  const { rule, reading, root, at } = input,
    { delay, nextEvaluatedAt } = reading,
    to = goal === "true" ? "active" : "normal";
  if (delay === null) return [];
  const left = (goal === "true" ? rule.onDelay : rule.offDelay) - delay.elapsed;
  const change = changeOf(input, goal);
  if (change !== null) {
    return [valued(root, { to, change, then: `, and stay so for another ${spanText(left)}` })];
  }
  // The delay resumes at the next evaluation.
  const endsAt = delay.endsAt ?? (nextEvaluatedAt ?? at) + left, lasting = spanText(endsAt - at);
  const text = isEndedBy(rule, reading)
    ? `its end conditions stay true for another ${lasting}`
    : `it stays ${goal} for another ${lasting}`;
  return [timed({ to, endsAt, at, text })];
}

function givingUp({ reading: { givesUpAt }, at }: StepInput): ExplainedStep[] {
  if (givesUpAt === null) return [];
  const text = `its truth stays unknown for another ${spanText(givesUpAt - at)}`;
  return [timed({ to: "normal", endsAt: givesUpAt, at, text })];
}

function timed(
  { to, endsAt, at, text }: { to: ExplainedStep["to"]; endsAt: Ticks; at: Ticks; text: string },
): ExplainedStep {
  const seconds = (endsAt - at) / TICKS_PER_SECOND;
  return { to, by: "time", seconds, at: isoFromTicks(endsAt), parts: [], text };
}

interface Aim {
  goal: "true" | "false";
  to: ExplainedStep["to"];
  lastingFor?: Ticks;
}

function changed(input: StepInput, aim: Aim): ExplainedStep[] {
  const { goal, to, lastingFor = 0 } = aim, change = changeOf(input, goal);
  if (change === null) return [nextEvaluated(input, aim)];
  const then = lastingFor > 0 ? `, and stay so for ${spanText(lastingFor)}` : "";
  return [valued(input.root, { to, change, then })];
}

/** What must change for the rule to become TRUE or FALSE; null when it is so already. */
function changeOf({ rule, reading, root }: StepInput, goal: "true" | "false"): Change | null {
  return changeTo(root, isEndedBy(rule, reading) ? opposite(goal) : goal);
}

/** The step when the truth is already the needed one, but has not been evaluated yet. */
function nextEvaluated(input: StepInput, { goal, to, lastingFor = 0 }: Aim): ExplainedStep {
  const { rule, reading, root, at } = input, { nextEvaluatedAt: endsAt } = reading;
  const { subject, is, stays, truth } = isEndedBy(rule, reading)
    ? { subject: "its end conditions", is: "are", stays: "stay", truth: opposite(goal) }
    : { subject: "it", is: "is", stays: "stays", truth: goal };
  if (endsAt === null) {
    const parts = partList(root).flatMap(({ kind }, place) =>
      kind === "comparison" ? [root.place + place] : []
    );
    const change = { parts, text: `the next sample must leave ${subject} ${truth}` };
    return valued(root, { to, change, then: lastingFor > 0 ? ` for ${spanText(lastingFor)}` : "" });
  }
  const then = lastingFor > 0 ? `, and ${stays} so for ${spanText(lastingFor)}` : "";
  const text = `${subject} ${is} still ${truth} when it is evaluated next, in ${
    spanText(endsAt - at)
  }${then}`;
  return timed({ to, endsAt, at, text });
}

function opposite(truth: "true" | "false"): "true" | "false" {
  return truth === "true" ? "false" : "true";
}

function valued(
  root: PartNode,
  { to, change, then }: { to: ExplainedStep["to"]; change: Change; then: string },
): ExplainedStep {
  const by = root.truth === "unknown" ? "data" : "values";
  return { to, by, seconds: null, at: null, parts: change.parts, text: `${change.text}${then}` };
}
