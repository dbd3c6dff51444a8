import type { Severity } from "../../domain/event/severity.ts";
import { isFollowing } from "../../domain/notification/delivery.ts";
import { fc } from "./fast_check.ts";
import {
  CHANNEL,
  FALLBACK,
  HOUR,
  MINUTE,
  NotificationWorld,
  point,
  policyOf,
  roster,
  SECOND,
  team,
  user,
} from "./notification_world.ts";

/** Something that happens in a history; an event is named by its place among those that opened. */
export type Happening =
  | {
    kind: "open";
    severity: Severity;
    flags: ("initial" | "late_detected")[];
    shelved: boolean;
    count: number;
  }
  | { kind: "acknowledge" | "close" | "retract" | "remove" | "revive" | "re_alarm"; at: number }
  | { kind: "raise"; at: number; severity: Severity }
  | { kind: "cannot"; at: number; user: number }
  /** The latest message but so many fails for good. */
  | { kind: "fail"; at: number }
  /** The fallback takes messages again. */
  | { kind: "mend" }
  | { kind: "wait"; ms: number }
  | { kind: "clock"; ms: number }
  | { kind: "restart" };

const severity = fc.constantFrom<Severity[]>("info", "warning", "error", "critical");
const at = fc.nat(19);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("open" as const),
      severity,
      flags: fc.constantFrom<("initial" | "late_detected")[][]>([], [], [], ["initial"], ["late_detected"]),
      shelved: fc.constantFrom(false, false, false, true),
      count: fc.constantFrom(1, 1, 2, 12),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("acknowledge" as const, "close", "retract", "remove", "revive", "re_alarm"),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("raise" as const), at, severity }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("cannot" as const), at, user: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.constantFrom(1, SECOND, 10 * SECOND, 31 * SECOND, 5 * MINUTE, HOUR, 30 * HOUR),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("fail" as const), at: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "mend" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "restart" as const }) },
);

/** A jump of the clock: what is due meanwhile is sent late, or it is set back. */
const jump: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constant("clock" as const),
  ms: fc.constantFrom(SECOND, MINUTE, 10 * HOUR, -MINUTE, -10 * HOUR),
});

export const histories = fc.array(
  fc.oneof({ weight: 20, arbitrary: happening }, { weight: 1, arbitrary: jump }),
  {
    minLength: 5,
    maxLength: 60,
  },
);

/** Policies with groups and steps of each kind; some resolve to nobody. */
export function plantOfPeople(): NotificationWorld {
  const world = new NotificationWorld();
  world.teams.set(1, [2, 3]);
  world.rosters.set(1, [4]);
  const steps = [
    { after_minutes: 0, to: [user(1), roster(2)] },
    { after_minutes: 5, to: [team(1)] },
    { after_minutes: 30, to: [roster(1), point(CHANNEL)] },
  ];
  world.policies = [
    policyOf(5, { match: matching(["critical"]), steps, repeat: 1, group_by: ["instance"], continue: true }),
    policyOf(2, {
      match: matching(["critical", "error"]),
      steps,
      stop_on: ["acknowledge", "close", "shelve"],
    }),
    policyOf(3, { match: matching(["warning"]), steps: [{ after_minutes: 0, to: [user(99)] }], repeat: 1 }),
  ];
  return world;
}

function matching(severities: Severity[]) {
  return { area_ids: [], plant_node_ids: [], categories: [], severities, template_ids: [], flags: [] };
}

/** Carries out what happens; what names an event that does not exist is left out. */
export function happen(world: NotificationWorld, what: Happening): void {
  switch (what.kind) {
    case "open": {
      const { severity, flags, shelved } = what;
      const shelved_until = shelved ? new Date(world.now + HOUR).toISOString() : null;
      world.openAll(Array.from({ length: what.count }, () => ({ severity, flags, shelved_until })));
      return;
    }
    case "fail": {
      const sent = world.sent.filter((one) => !isFollowing(one) && !world.failed.has(one)).at(-1 - what.at);
      return sent === undefined ? undefined : world.fail(sent);
    }
    case "mend":
      return world.mend(FALLBACK);
    case "wait":
      return world.advance(what.ms);
    case "clock":
      world.now += what.ms;
      return world.decide({ kind: "time" });
    case "restart":
      return world.restart();
  }
  const id = [...world.events.keys()].toSorted((a, b) => b - a)[what.at];
  const event = id === undefined ? undefined : world.events.get(id);
  if (event === undefined) return;
  const isRetracted = event.flags.includes("retracted");
  switch (what.kind) {
    case "acknowledge":
      return event.acknowledged_at === null ? world.acknowledge(id) : undefined;
    case "re_alarm":
      return event.is_active && event.acknowledged_at !== null ? world.reAlarm(id) : undefined;
    case "close":
      return event.is_active ? world.close(id) : undefined;
    case "retract":
      return isRetracted ? undefined : world.retract(id);
    case "remove":
      return world.remove(id);
    case "revive":
      return event.is_active ? undefined : world.change(id, {
        is_active: true,
        closed_at: null,
        flags: event.flags.filter((flag) => flag !== "retracted"),
        revision: event.revision + 1,
      });
    case "raise":
      return event.is_active ? world.change(id, { severity: what.severity }) : undefined;
    case "cannot":
      return world.cannot(id, what.user);
  }
}
