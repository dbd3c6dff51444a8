/**
 * The reference evaluation of an instance that is upgraded: each rule from the version that brought it to the one that no
 * longer has it, as if it were deployed for that time alone.
 */
import { isDeepStrictEqual } from "node:util";
import type { BoundRule } from "../../domain/evaluation/types.ts";
import { referenceEvents } from "./reference_evaluator.ts";
import type { ReferenceCommand, ReferenceEvent, ReferenceInput } from "./reference_types.ts";

interface Life {
  rule: BoundRule;
  input: ReferenceInput & { commands: ReferenceCommand[] };
  isOver: boolean;
}

export function eventsOfLives(input: ReferenceInput): ReferenceEvent[] {
  const { commands = [] } = input;
  if (!commands.some(({ kind }) => kind === "upgrade")) return referenceEvents(input);
  const lives = input.instance.rules.map((rule) => lifeOf(rule, input));
  for (const command of commands) {
    const going = lives.filter((life) => !life.isOver);
    if (command.kind !== "upgrade") {
      for (const { input } of going) input.commands.push(command);
      continue;
    }
    const { at, clock, to, known } = command;
    const ending = going.filter(({ rule }) => !to.rules.some((other) => isDeepStrictEqual(rule, other)));
    for (const life of ending) {
      life.input.commands.push({ kind: "undeploy", at, clock });
      life.isOver = true;
    }
    const begun = to.rules.filter((rule) => !going.some((life) => isDeepStrictEqual(rule, life.rule)));
    const given = { ...input, instance: to, deployedAt: clock, known, settled: at };
    lives.push(...begun.map((rule) => lifeOf(rule, given)));
  }
  const events: ReferenceEvent[] = [];
  for (const { rule, input, isOver } of lives) {
    const earlier = events.filter(({ ruleId }) => ruleId === rule.ruleId).map((event) => event.activatedAt);
    const own = referenceEvents({ ...input, earlier });
    events.push(...own.map((event) => isOver ? superseded(event) : event));
  }
  return events;
}

function lifeOf(rule: BoundRule, input: ReferenceInput): Life {
  const instance = { ...input.instance, rules: [rule] };
  return { rule, input: { ...input, instance, commands: [] }, isOver: false };
}

function superseded(event: ReferenceEvent): ReferenceEvent {
  return event.reason === "undeployed" ? { ...event, reason: "superseded" } : event;
}
