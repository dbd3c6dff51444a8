import { Replay, type ReplayUnit, upgradedForms } from "../../domain/evaluation/replay.ts";
import { historyReaches } from "../../domain/evaluation/windows/history_needs.ts";
import { deployedAt, type DeployedInstance } from "../../domain/evaluation/types.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { type Ticks, ticksOfSeconds } from "../../domain/shared/time.ts";
import { eventText, type StoredStart } from "../evaluation/contract.ts";
import { yieldToEventLoop } from "../../concurrency/time_slices.ts";
import type { ActorContext } from "../runtime/types.ts";
import { askPast, type PastRead, type ReadPastMessage } from "../source/contract.ts";
import { type PastOrder, type PastReading, RUN_DEADLINE_MS } from "./contract.ts";

/** The most samples that one run reads. When there are more, a run that begins later is tried. */
export const MOST_SAMPLES = 500_000;
/** Samples of one part of a run, and the longest time evaluated in one step: other work runs between. */
const PART_SAMPLES = 10_000;
const STEP: Ticks = ticksOfSeconds(3_600);
/** Without a stored state, a run begins this long before the time: the first that does not read too much. */
const LOOKBACKS: readonly Ticks[] = [86_400, 3_600, 300].map(ticksOfSeconds);

export interface RunOptions {
  /** The name of its reads. */
  reading: string;
  context: ActorContext;
  signal: AbortSignal;
  mostSamples: number;
  /** The plant's. */
  timeZone: string;
}

/** Where a run begins: at a stored state, or at a deployment made for it. */
type Start = { stored: StoredStart } | { fresh: Ticks };

/** The forms in which the instance was deployed during the run. */
function formsOf(start: Start): DeployedInstance[] {
  return "fresh" in start ? [] : [start.stored.instance, ...upgradedForms(start.stored)];
}

/** Evaluates an instance up to a past time, and reads the state of its rules there. */
export async function readPast(order: PastOrder, options: RunOptions): Promise<PastReading> {
  for (const start of startsOf(order)) {
    const reading = await new PastRun(order, start, options).reading();
    if (reading !== null) return reading;
  }
  const most = options.mostSamples.toLocaleString("en-US");
  const text =
    `The 5 minutes before it hold more than ${most} samples of its streams: too many to explain it`;
  throw invalid("at", text);
}

function startsOf({ start, at }: PastOrder): Start[] {
  const lookbacks = start === null ? LOOKBACKS : LOOKBACKS.slice(-1);
  const fresh = lookbacks.map((lookback) => ({ fresh: at - lookback }));
  return start === null ? fresh : [{ stored: start }, ...fresh];
}

class PastRun {
  readonly #missing = new Set<number>();
  readonly #from: Ticks;
  #samples = 0;

  constructor(
    private readonly order: PastOrder,
    private readonly start: Start,
    private readonly options: RunOptions,
  ) {
    this.#from = "fresh" in start ? start.fresh : start.stored.watermark;
  }

  /** Null when there is too much to read. */
  async reading(): Promise<PastReading | null> {
    const { order: { at, instance }, options } = this;
    let replay: Replay | null = null;
    for (let from = this.#from; from < at;) {
      const read = await this.#read(from, replay === null);
      options.signal.throwIfAborted();
      for (const stream of read.gone) this.#missing.add(stream);
      if ((this.#samples += read.batch.count) > options.mostSamples) return null;
      replay ??= this.#begin(read);
      replay.offer(read.batch);
      await this.#advance(replay, read.upTo);
      from = read.upTo;
    }
    const reading = replay?.read(instance.instanceId);
    if (reading === undefined) throw new RangeError(`Instance ${instance.instanceId} was not deployed`);
    const evaluatedFrom = "fresh" in this.start ? this.start.fresh : null;
    return { reading, evaluatedFrom, missing: [...this.#missing] };
  }

  async #read(from: Ticks, isFirst: boolean): Promise<PastRead> {
    const { order: { instance, streams, at: to }, options: { reading, context } } = this;
    const message: ReadPastMessage = {
      type: "read_past",
      reading,
      streams,
      from,
      to,
      isFirst,
      most: PART_SAMPLES,
      reaches: isFirst ? historyReaches([instance, ...formsOf(this.start)]) : [],
    };
    return await askPast(message, { context, deadlineMs: RUN_DEADLINE_MS });
  }

  async #advance(replay: Replay, to: Ticks): Promise<void> {
    while (replay.watermark < to) {
      replay.advance(Math.min(to, Math.max(replay.watermark, this.#from) + STEP));
      await yieldToEventLoop();
      this.options.signal.throwIfAborted();
    }
  }

  #begin({ held, pasts }: PastRead): Replay {
    const { order: { instance, standardFrom }, start, options: { timeZone } } = this, watermark = this.#from;
    if ("fresh" in start) {
      const deployed = { ...deployedAt(instance, watermark), recentActivations: {} };
      const deploy = { kind: "deploy", at: watermark, sequence: 0, known: held } as const;
      return new Replay({
        watermark,
        pasts,
        timeZone,
        standardFrom,
        units: [{ instance: deployed, states: null, commands: [deploy] }],
        held,
      });
    }
    const { states, commands, unread, unfilled, hadEvents } = start.stored;
    const unit: ReplayUnit = {
      instance: start.stored.instance,
      states,
      commands,
      unfilled: new Set(unfilled),
      hadEvent: (ruleId, onset) => hadEvents.includes(eventText(ruleId, onset)),
    };
    const isRead = (stream: number) => states !== null && !unread.includes(stream);
    return new Replay({
      watermark,
      pasts,
      timeZone,
      standardFrom,
      units: [unit],
      held: held.map((known) => ({ ...known, read: isRead(known.stream) })),
    });
  }
}
