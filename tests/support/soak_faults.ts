import type { FaultInput } from "../../simulator/data_hub/faults/schema.ts";

/** Draws of one soak. */
export interface Dice {
  /** Between two numbers. */
  between(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
}

export function diceOf(random: () => number): Dice {
  return {
    between: (from, to) => from + (to - from) * random(),
    pick: (choices) => choices[Math.floor(random() * choices.length)],
  };
}

/**
 * `any`: at any time. `feed`: faults that hide changes of the past while they last. `past`: changes of the past, which
 * only the change feed reports; without it, as with polling, they are not found.
 */
export type FaultGroup = "any" | "feed" | "past";

type Draw = (dice: Dice) => FaultInput;

const PATHS = ["*", "*/updates*", "*/Data*", "*/Signups*", "*token*"] as const;

const requests = (dice: Dice) => ({
  seconds: dice.between(0.3, 1.5),
  path: dice.pick(PATHS),
  share: dice.between(0.2, 1),
});
const data = (dice: Dice) => ({
  seconds: dice.between(0.5, 2),
  stream_share: dice.between(0.1, 1),
});
const OPERATIONS = ["update", "replace", "remove", "remove_window"] as const;

/** How long after its time a sample may change, at most. */
export const LONGEST_DELAY_MS = 2_500;
/** How old a sample is, at most, when it is rewritten. */
export const LONGEST_BACK_MS = 5_000;
const DELAY_SECONDS = LONGEST_DELAY_MS / 1000 - 0.5;

const ANY: Draw[] = [
  (dice) => ({ kind: "slow", ...requests(dice), delay_seconds: dice.between(0.05, 0.4) }),
  (dice) => ({ kind: "dropped", ...requests(dice), when: dice.pick(["before_headers", "in_body"]) }),
  (dice) => ({ kind: "timed_out", ...requests(dice) }),
  (dice) => ({ kind: "unavailable", ...requests(dice), retry_after_seconds: 0, retry_after_form: "none" }),
  (dice) => ({ kind: "too_many_requests", ...requests(dice), retry_after_seconds: dice.pick([0, 1]) }),
  (dice) => ({
    kind: "odd_body",
    ...requests(dice),
    form: dice.pick(["html", "truncated", "wrong_types", "empty"]),
  }),
  (dice) => ({
    kind: "outage",
    seconds: dice.between(0.5, 3),
    form: dice.pick(["dropped", "refused", "unavailable"]),
  }),
  (dice) => ({ kind: "non_verbose", ...requests(dice) }),
  (dice) => ({ kind: "part_errors", ...data(dice), status: dice.pick([500, 503]) }),
  (dice) => ({ kind: "token_refused", ...requests(dice), path: "*", status: dice.pick([400, 401, 503]) }),
  (dice) => ({ kind: "token_short", seconds: dice.between(0.5, 2), valid_seconds: 1 }),
  () => ({ kind: "token_revoked" }),
  (dice) => ({ kind: "other_case", seconds: dice.between(0.5, 2) }),
  (dice) => ({ kind: "dropout", ...data(dice), share: dice.between(0.3, 1) }),
  (dice) => ({ kind: "stuck", ...data(dice) }),
  (dice) => ({ kind: "spike", ...data(dice), share: 0.3, size: dice.pick([-60, 60, 1_000]) }),
  (dice) => ({ kind: "noise", ...data(dice), size: dice.between(5, 40) }),
  (dice) => ({ kind: "duplicate", ...data(dice), share: 0.4, delay_seconds: dice.between(0, 0.3) }),
  (dice) => ({ kind: "system_state", ...data(dice), streams: "Odd.*", share: 0.5 }),
  (dice) => ({ kind: "questionable", ...data(dice), streams: "Odd.*", share: 0.5 }),
];

const FEED: Draw[] = [
  () => ({ kind: "bookmark_expired" }),
  () => ({ kind: "signup_lost" }),
  (dice) => ({ kind: "signup_activation", seconds: dice.between(0.3, 1.5) }),
  (dice) => ({ kind: "outage", seconds: dice.between(1, 3), form: "refused" }),
];

const PAST: Draw[] = [
  (dice) => ({
    kind: "late",
    ...data(dice),
    share: dice.between(0.1, 0.6),
    up_to_seconds: dice.between(0.3, DELAY_SECONDS),
  }),
  (dice) => ({
    kind: "correction",
    ...data(dice),
    share: dice.between(0.1, 0.5),
    operation: dice.pick(OPERATIONS),
    delay_seconds: dice.between(0, DELAY_SECONDS - 0.7),
    window_seconds: 0.7,
    change: dice.pick([-50, 50]),
  }),
  (dice) => ({
    kind: "rewrite",
    stream_share: dice.between(0.05, 0.3),
    operation: dice.pick(OPERATIONS),
    back_seconds: dice.between(0.5, LONGEST_BACK_MS / 1000),
    share: dice.between(0.1, 0.6),
    change: dice.pick([-50, 50]),
  }),
  (dice) => ({
    kind: "duplicate",
    ...data(dice),
    share: 0.4,
    delay_seconds: dice.between(0.5, DELAY_SECONDS),
  }),
  (dice) => ({ kind: "source_clock", ...data(dice), offset_seconds: dice.between(-1.5, 1.5) }),
];

/** The properties of a soak's source. `polled`: the number of streams without a change feed. */
export interface SourceMode {
  name: string;
  changeFeed: "auto" | "off";
  polled: "all" | "some" | "none";
  faults: FaultInput[];
}

/** By turns, one for each seed. */
export const SOURCE_MODES: readonly SourceMode[] = [
  { name: "no change feed wanted", changeFeed: "off", polled: "all", faults: [] },
  { name: "one signup", changeFeed: "auto", polled: "none", faults: [] },
  {
    name: "signups of few streams",
    changeFeed: "auto",
    polled: "some",
    faults: [{ kind: "signup_limits", resources: 60 }],
  },
  { name: "signups refused", changeFeed: "auto", polled: "all", faults: [{ kind: "signups_refused" }] },
  { name: "one signup", changeFeed: "auto", polled: "none", faults: [] },
  {
    name: "some streams are never fed",
    changeFeed: "auto",
    polled: "some",
    faults: [{ kind: "resource_refused", stream_share: 0.3 }],
  },
  {
    name: "the source honours no verbosity",
    changeFeed: "auto",
    polled: "none",
    faults: [{ kind: "non_verbose" }],
  },
];

const DRAWS: Record<FaultGroup, Draw[]> = { any: ANY, feed: FEED, past: PAST };

/** A fault of these groups, each as likely as any other of its group; `only`: of this kind, if the groups have it. */
export function drawFault(
  dice: Dice,
  { groups, only }: { groups: readonly FaultGroup[]; only?: string },
): FaultInput | undefined {
  if (only === undefined) return dice.pick(DRAWS[dice.pick(groups)])(dice);
  const drawn = groups.flatMap((group) => DRAWS[group]).map((draw) => draw(dice));
  return drawn.find(({ kind }) => kind === only);
}
