/** A data source in memory. Its change feed reports late samples, updates and removals in the order of writing. */
import {
  type ChangeFeed,
  type DataSource,
  FeedExpired,
  type FeedOpening,
  type FeedPage,
  type FeedPosition,
  SenderLost,
  type SourceStream,
  type WindowAsk,
  type WindowPart,
  type WindowReader,
} from "../../connectors/source.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import { SourceSamples } from "./evaluation_scenario.ts";
import { timeOf } from "./evaluation_rules.ts";

/** The name of our signup. */
export const SIGNUP = "andon";

/** The data of the source, which outlives its readers. */
export class MemoryPlant {
  readonly samples = new SourceSamples();
  readonly log: SampleChange[] = [];
  /** The signups by name: their streams, each with its start in the log. */
  readonly signups = new Map<string, Map<number, number>>();
  /** How often a feed was opened. */
  opened = 0;
  /** The source does not answer. */
  isAway = false;
  /** While it is false, as many requests wait as the limit a minute lets leave. */
  hasRequestsLeft = true;
  /** How late the feed delivers: it says up to when it is complete. */
  lateMs = 0;
  /** It also says so by `completeTo`: the delay is its sender's. */
  isDelayed = false;
  /** Since when its sender is silent for too long. */
  silentSinceMs: Ms | null = null;
  /** Called while the next window is read. */
  meanwhile: (() => Promise<unknown>) | null = null;

  constructor(public pageSize: () => number) {}

  /** Another plant with the same streams, read beside this one by a feed of its own. */
  beside(): MemoryPlant {
    return Object.assign(new MemoryPlant(this.pageSize), { samples: this.samples, log: this.log });
  }

  write(...changes: SampleChange[]): void {
    this.samples.apply(changes);
    this.log.push(...changes);
  }
}

export class MemorySource implements DataSource {
  readonly kind = "memory";
  readonly capabilities = { history: true, feed: true, types: true, assets: true, sampled: false };
  readonly budget = { left: () => this.plant.hasRequestsLeft ? 1 : 0 };
  readonly feed: ChangeFeed;
  readonly windows: WindowReader = {
    group: (asks) => Promise.resolve(asks.map((ask) => ({ asks: [ask] }))),
    read: ({ asks }) => this.#parts(asks),
  };
  reads = 0;
  readonly completeTo: () => Ticks;

  constructor(private readonly plant: MemoryPlant, now: () => Ms) {
    this.completeTo = () => plant.isDelayed ? ticksFromMs(now() - plant.lateMs) : Infinity;
    this.feed = new MemoryFeed(plant, now);
  }

  test(): Promise<never> {
    return Promise.reject(new Error("Nobody tests the connection here"));
  }

  discover(): Promise<never> {
    return Promise.reject(new Error("The plant is known here"));
  }

  inspect(): Promise<never> {
    return Promise.reject(new Error("The plant is known here"));
  }

  takeMisfits(): [] {
    return [];
  }

  hasOtherMeaning(): boolean {
    return false;
  }

  latest({ id }: SourceStream): Promise<Sample | null> {
    return Promise.resolve(this.plant.samples.list(id).at(-1) ?? null);
  }

  atOrBefore({ id }: SourceStream, at: Ticks): Promise<Sample | null> {
    return Promise.resolve(this.plant.samples.known(id, at).sample);
  }

  async window({ id }: SourceStream, from: Ticks, to: Ticks): Promise<Sample[]> {
    this.reads++;
    const { meanwhile } = this.plant;
    this.plant.meanwhile = null;
    await meanwhile?.();
    return this.plant.samples.list(id).filter(({ time }) => time > from && time <= to);
  }

  sampled(): Promise<null> {
    return Promise.resolve(null);
  }

  async *#parts(asks: readonly WindowAsk[]): AsyncGenerator<WindowPart> {
    for (const { stream, from, to } of asks) {
      yield { stream, samples: await this.window(stream, from, to), upTo: to, done: true, failure: null };
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class MemoryFeed implements ChangeFeed {
  constructor(private readonly plant: MemoryPlant, private readonly now: () => Ms) {}

  open(streams: SourceStream[]): Promise<FeedOpening> {
    if (this.plant.isAway) return Promise.reject(away());
    this.plant.opened++;
    this.#add(streams);
    return Promise.resolve({ subscription: SIGNUP, cursor: String(this.plant.log.length), refused: [] });
  }

  change(position: FeedPosition, add: SourceStream[], remove: SourceStream[]): Promise<FeedOpening> {
    this.#add(add);
    for (const { id } of remove) this.plant.signups.get(SIGNUP)?.delete(id);
    return Promise.resolve({ ...position, refused: [] });
  }

  #add(streams: SourceStream[]): void {
    const { signups, log } = this.plant;
    const signup = signups.get(SIGNUP) ?? new Map<number, number>();
    signups.set(SIGNUP, signup);
    for (const { id } of streams) if (!signup.has(id)) signup.set(id, log.length);
  }

  read({ subscription, cursor }: FeedPosition): Promise<FeedPage> {
    const { isAway, silentSinceMs } = this.plant;
    if (isAway) return Promise.reject(away());
    if (silentSinceMs !== null) return Promise.reject(new SenderLost("Nothing has come", silentSinceMs));
    const signup = this.plant.signups.get(subscription);
    if (signup === undefined) return Promise.reject(new FeedExpired(`There is no signup ${subscription}`));
    const from = Number(cursor), to = Math.min(this.plant.log.length, from + this.plant.pageSize());
    const changes = this.plant.log.slice(from, to)
      .filter(({ stream }, i) => from + i >= (signup.get(stream) ?? Infinity));
    const complete = from === to;
    const times = changes.filter(({ op }) => op === "upsert").map(timeOf);
    return Promise.resolve({
      batch: packBatch(changes),
      complete,
      cursor: String(to),
      sentAtMs: this.now(),
      reached: complete ? this.#complete() : Math.max(-Infinity, ...times),
    });
  }

  #complete(): Ticks {
    const { lateMs } = this.plant;
    return lateMs === 0 ? Infinity : ticksFromMs(this.now() - lateMs);
  }

  leave({ subscription }: FeedPosition, kept?: FeedPosition | null): Promise<void> {
    if (kept?.subscription !== subscription) this.plant.signups.delete(subscription);
    return Promise.resolve();
  }
}

function away(): Refusal {
  const reason = "the plant is away";
  return new Refusal("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason });
}
