import type { AnyCommit, CommitResult, StorePort } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { unavailable } from "./failure.ts";
import type { FairGate } from "./gate.ts";
import type { ActorContext, AnyBehaviour, Effects } from "./types.ts";

export const MAX_RETRIES = 20;

/**
 * The outcome of a turn. `refused`: the asker gets the error and nothing has changed. `broken`: the actor's state
 * and the store may disagree, so the actor must be loaded again.
 */
export type TurnEnd = { kind: "done" } | { kind: "refused"; error: unknown } | {
  kind: "broken";
  error: unknown;
};

export interface TurnOptions {
  behaviour: AnyBehaviour;
  state: unknown;
  message: unknown;
  context: ActorContext;
  gate: FairGate;
  /** Limits the wait for `prepare`. */
  patient: <T>(work: Promise<T>) => Promise<T>;
  /** Sends the turn's messages. Called once, after the last commit and still inside the gate. */
  emit: (effects: Effects<unknown>) => void;
}

type Attempt = TurnEnd | { kind: "conflict" };

const DONE: TurnEnd = { kind: "done" };

/** One turn: prepare, decide, commit, apply, send. Starts over at `prepare` when a check fails. Never throws. */
export async function takeTurn(turn: TurnOptions): Promise<TurnEnd> {
  const nowMs = turn.context.now();
  for (let retry = 0; retry <= MAX_RETRIES; retry++) {
    const attempt = await attemptTurn(turn, nowMs);
    if (attempt.kind !== "conflict") return attempt;
  }
  const text = `Others kept changing the same records, ${MAX_RETRIES} retries did not help; try again`;
  return { kind: "refused", error: unavailable(text) };
}

/** Effects that do not fit the contract. */
function brokenBy(error: unknown): Attempt {
  return { kind: "broken", error };
}

async function attemptTurn(turn: TurnOptions, nowMs: Ms): Promise<Attempt> {
  const { behaviour, state, message, context } = turn;
  let prepared: unknown;
  if (behaviour.prepare !== undefined) {
    try {
      prepared = await turn.patient(behaviour.prepare(state, message, context));
    } catch (error) {
      return { kind: "refused", error };
    }
  }
  const wait = turn.gate.enter(behaviour.gate);
  if (wait !== undefined) await wait;
  try {
    const attempt = await carryOut(turn, { prepared, nowMs, context }).catch(brokenBy);
    if (attempt.kind === "broken") behaviour.broken?.(state, context);
    return attempt;
  } finally {
    turn.gate.leave(behaviour.gate);
  }
}

async function carryOut(
  turn: TurnOptions,
  decision: { prepared: unknown; nowMs: Ms; context: ActorContext },
): Promise<Attempt> {
  let effects: Effects<unknown>;
  try {
    effects = turn.behaviour.decide(turn.state, turn.message, decision);
  } catch (error) {
    return error instanceof Refusal ? { kind: "refused", error } : { kind: "broken", error };
  }
  // If the commits fail, nobody waits for it.
  effects.later?.catch(() => {});
  const written = await commitAll(effects, turn.context);
  if (!Array.isArray(written)) return written;
  try {
    effects.committed?.(written);
  } catch (error) {
    return { kind: "broken", error };
  }
  turn.emit(effects);
  return DONE;
}

const NOTHING: CommitResult[] = [];

async function commitAll(
  effects: Effects<unknown>,
  context: ActorContext,
): Promise<CommitResult[] | Attempt> {
  const { commits } = effects;
  if (commits === undefined || commits.length === 0) return NOTHING;
  const results: CommitResult[] = [];
  for (const commit of commits) {
    const result = await tryCommit(commit, context);
    if ("error" in result) return commitThrew(result.error, effects, results.length);
    if (!result.ok) return checkFailed(effects, results.length);
    results.push(result);
  }
  return results;
}

async function tryCommit(commit: AnyCommit, context: { store: StorePort; shard: number }) {
  try {
    return await context.store.commit(commit, context.shard);
  } catch (error) {
    return { error };
  }
}

/** After UNAVAILABLE the commit may have been written; after any other Refusal it was not. */
function commitThrew(error: unknown, effects: Effects<unknown>, written: number): Attempt {
  const surelyUnwritten = error instanceof Refusal && error.code !== "UNAVAILABLE";
  const untouched = surelyUnwritten && written === 0 && effects.onConflict !== "fail";
  return { kind: untouched ? "refused" : "broken", error };
}

/** Once the first commit is written, a retry would decide on a state that is older than the store. */
function checkFailed(effects: Effects<unknown>, written: number): Attempt {
  if (effects.onConflict !== "fail" && written === 0) return { kind: "conflict" };
  return {
    kind: "broken",
    error: unavailable("The records changed meanwhile and the actor restarts; try again"),
  };
}
