import { BacktestRun } from "../../domain/backtest/run.ts";
import type { BacktestLimits, BacktestOrder } from "../../domain/backtest/types.ts";
import { historyReaches } from "../../domain/evaluation/windows/history_needs.ts";
import type { StreamReach } from "../../domain/evaluation/types.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { isoFromTicks, type Ms, type Ticks } from "../../domain/shared/time.ts";
import { yieldToEventLoop } from "../../concurrency/time_slices.ts";
import type { ActorContext } from "../runtime/types.ts";
import { askPast, type PastRead, type ReadPastMessage, stopReading } from "../source/contract.ts";

/** Samples of one part of a run. */
const PART_SAMPLES = 50_000;
/** How long a part may wait under the source's limit of requests a minute. */
const READ_DEADLINE_MS: Ms = 11 * 60_000;
/** The shard evaluates live data too: it gets a turn after this time. */
const STEP_MS: Ms = 8;

export interface RunOptions {
  id: string;
  context: ActorContext;
  /** Ends the run, with its reason. */
  signal: AbortSignal;
  limits: Readonly<BacktestLimits>;
  /** The plant's. */
  timeZone: string;
  /** Called with the progress after each part. */
  onPart: (run: BacktestRun) => void;
}

export interface FinishedRun {
  run: BacktestRun;
  /** Streams that the source does not have. */
  missing: Set<number>;
}

/** Reads the span part by part and evaluates it, yielding to other work between steps. */
export async function carryOut(order: BacktestOrder, options: RunOptions): Promise<FinishedRun> {
  const { id, context, signal } = options;
  const stop = () => stopReading(context, { reading: id, streams: order.streams });
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Course(order, options).finish();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

class Course {
  readonly #missing = new Set<number>();
  #run: BacktestRun | null = null;
  #width: Ticks;

  constructor(private readonly order: BacktestOrder, private readonly options: RunOptions) {
    this.#width = order.to - order.from;
  }

  async finish(): Promise<FinishedRun> {
    const { order, options } = this;
    let run = await this.#part(order.from);
    while (run.watermark < order.to) run = await this.#part(run.watermark);
    options.signal.throwIfAborted();
    return { run, missing: this.#missing };
  }

  async #part(from: Ticks): Promise<BacktestRun> {
    const { context, limits, signal, onPart, timeZone } = this.options;
    signal.throwIfAborted();
    const read = await this.#read(from);
    signal.throwIfAborted();
    for (const stream of read.gone) this.#missing.add(stream);
    const run = this.#run ??= new BacktestRun(this.order, {
      held: read.held,
      pasts: read.pasts,
      limits,
      timeZone,
      nowMs: context.now(),
    });
    run.offer(read.batch);
    if (run.samples > limits.samples) throw tooMuch("samples", { most: limits.samples, at: from });
    await this.#advance(run, read.upTo);
    // As many as the next part probably holds: more would be read in vain.
    this.#width = 2 * (read.upTo - from);
    onPart(run);
    return run;
  }

  async #read(from: Ticks): Promise<PastRead> {
    const { order: { streams, to }, options: { id, context } } = this;
    const message: ReadPastMessage = {
      type: "read_past",
      reading: id,
      streams,
      from,
      to: Math.min(to, from + this.#width),
      isFirst: this.#run === null,
      reaches: this.#run === null ? reachesOf(this.order) : [],
      most: PART_SAMPLES,
    };
    return await askPast(message, { context, deadlineMs: READ_DEADLINE_MS });
  }

  /** Halves long steps and doubles short ones: how much a span holds is not known before. */
  async #advance(run: BacktestRun, to: Ticks): Promise<void> {
    const { context, signal, limits } = this.options;
    let step = Math.max(1, Math.ceil((to - run.watermark) / 64));
    while (run.watermark < to) {
      const beganMs = context.now(), from = run.watermark;
      run.advance(Math.min(to, from + step));
      if (run.evaluations > limits.evaluations) {
        throw tooMuch("evaluations", { most: limits.evaluations, at: from });
      }
      const tookMs = context.now() - beganMs;
      if (tookMs > STEP_MS) step = Math.max(1, Math.ceil(step / 2));
      else if (tookMs < STEP_MS / 4) step *= 2;
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
  }
}

function reachesOf({ units }: BacktestOrder): StreamReach[] {
  return historyReaches(units.map(({ deployment }) => deployment.instance));
}

function tooMuch(what: string, { most, at }: { most: number; at: Ticks }): Error {
  const text = `The span holds more than ${most.toLocaleString("en-US")} ${what}; they reach to ` +
    `${isoFromTicks(at)} or a little further. Ask for a shorter span or fewer instances`;
  return invalid("from", text);
}
