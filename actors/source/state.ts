import { Mutex } from "../../concurrency/mutex.ts";
import type { DataSource, SourceIdentity } from "../../connectors/source.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { type ErrorCode, Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import { ownSource, type SourceMessage } from "./contract.ts";
import { LagWatch } from "./lag_watch.ts";
import { LostWatch } from "./lost_watch.ts";
import type { SourceRun } from "./run.ts";
import { Viewing } from "./viewing.ts";

export interface SourceOptions {
  /** Creates the source. May load its modules first. `isTrial`: it stores nothing, and disturbs none that runs. */
  connect: (
    settings: SourceSettings,
    options?: { isTrial?: boolean },
  ) => DataSource | Promise<DataSource>;
  identityOf: (settings: SourceSettings) => SourceIdentity;
  /** Deletes what a removed source has stored on disk. */
  discard?: (source: number) => Promise<void>;
  /** How often a generation is stored. The default is 5,000 ms. */
  generationMs?: number;
  /** The shortest piece of the past of polled streams that is checked again. The default is 300,000 ms. */
  reconciliationMs?: Ms;
}

export type Message =
  | SourceMessage
  | { type: "started"; run: SourceRun }
  | { type: "start_again"; run: number; settings: SourceSettings | null }
  | { type: "watch" }
  | { type: "round"; run: number }
  | { type: "round_done"; run: SourceRun; failure: Refusal | null }
  | { type: "done"; answer: unknown };

export interface State {
  /** The source that it reads. */
  source: number;
  /** What that is called; empty before its first start. */
  name: string;
  run: SourceRun | null;
  viewing: Viewing;
  runs: number;
  /** The source is removed. */
  isForgotten: boolean;
  /** A new run is being restored: the previous one takes no further step. */
  starting: boolean;
  /** Called when a run has started. */
  awaitingStart: Set<() => void>;
  /** Steps of a run never overlap: a snapshot waits for the round, and a new run for both. */
  steps: Mutex;
  rounding: boolean;
  kicked: boolean;
  /** Something was stored since the last round began. */
  hasArrived: boolean;
  /** Called when there is nothing more to read. */
  catchingUp: (() => void)[];
  cancelRound: () => void;
  failures: number;
  /** The last good answer of the source as it is configured; before it, when it was first asked. */
  answeredMs: Ms;
  roundMs: Ms;
  roundEndMs: Ms;
  lost: LostWatch;
  lagging: LagWatch;
  reason: string | null;
  errorCode: ErrorCode | null;
}

export function newState(context: ActorContext): State {
  const name = () => state.name;
  const state: State = {
    source: ownSource(context),
    name: "",
    run: null,
    viewing: new Viewing(),
    runs: 0,
    isForgotten: false,
    starting: false,
    awaitingStart: new Set(),
    steps: new Mutex(),
    rounding: false,
    kicked: false,
    hasArrived: false,
    catchingUp: [],
    cancelRound: () => {},
    failures: 0,
    answeredMs: context.now(),
    roundMs: 0,
    roundEndMs: 0,
    lost: new LostWatch(context, name),
    lagging: new LagWatch(context, name),
    reason: null,
    errorCode: null,
  };
  return state;
}

export function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal("INTERNAL_ERROR", String(error));
}

/** Starts again after a delay, unless another start comes first. */
export function startAgain(
  { afterMs, run, settings }: { afterMs: number; run: number; settings: SourceSettings | null },
  context: ActorContext,
): void {
  context.after(afterMs, { type: "start_again", run, settings } satisfies Message);
}

export function done(answer: unknown): Message {
  return { type: "done", answer };
}
