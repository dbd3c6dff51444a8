import { assertEquals } from "@std/assert";
import { sourceOf } from "../../connectors/collected/source.ts";
import { CollectedStore, type StoreOptions } from "../../connectors/collected/store.ts";
import type { FeedPosition, SourceStream } from "../../connectors/source.ts";
import { type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import { changesOf } from "./batch_changes.ts";
import { COLLECTED_CONFIG, QUIET_INTAKE } from "./collected_store.ts";
import { eventually } from "./eventually.ts";
import { seeded } from "./seeded.ts";

const PROGRAM = new URL("./collected_process.ts", import.meta.url).pathname;
const STREAMS = 10;
/** Samples of one write, and writes that wait for their acknowledgement. */
const SAMPLES = 50, UNDER_WAY = 40;
/** The samples are old, so that their hours are packed while more arrive. */
const BEGIN = ticksFromMs(Date.now() - 3 * 86_400_000);

export interface CollectedWrite {
  number: number;
  samples: [stream: string, time: Ticks, value: number][];
}

export function storeOptions(path: string): StoreOptions {
  return { path, config: COLLECTED_CONFIG, sourceLostSeconds: 60, now: Date.now, random: Math.random };
}

export async function* linesOf(readable: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

export interface CollectedKills {
  kills: number;
  /** Samples that were acknowledged, and those that were sent again since they were not. */
  acknowledged: number;
  sentAgain: number;
  /** Packed hours at the end. */
  hours: number;
}

/**
 * Kills a store under load at random moments and starts it again. The sender keeps its own list: every sample that was
 * acknowledged is there, and the feed tells each once, although what was not acknowledged is sent again.
 */
export async function proveCollectedKills(
  { kills, seed }: { kills: number; seed: number },
): Promise<CollectedKills> {
  const folder = await Deno.makeTempDir(), path = `${folder}/samples.sqlite`, random = seeded(seed);
  try {
    const { position, streams } = await prepare(path);
    const sender = new Sender();
    for (let kill = 0; kill < kills; kill++) {
      const process = new KilledStore(path, sender);
      const before = sender.acknowledged;
      await eventually("it acknowledges", () => process.errors !== "" || sender.acknowledged > before);
      assertEquals(process.errors, "");
      // Most are killed in the midst of a write; some live until hours are packed.
      await new Promise((resolve) => setTimeout(resolve, random() < 0.2 ? 1_200 * random() : 60 * random()));
      await process.kill();
    }
    const last = new KilledStore(path, sender);
    sender.isDone = true;
    await eventually("all is acknowledged", () => last.errors !== "" || sender.unacknowledged.size === 0);
    assertEquals(last.errors, "");
    await last.kill();
    const hours = await compare({ path, sender, position, streams });
    return {
      kills,
      acknowledged: sender.acknowledged * SAMPLES,
      sentAgain: sender.sentAgain * SAMPLES,
      hours,
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function prepare(path: string): Promise<{ position: FeedPosition; streams: SourceStream[] }> {
  const store = await CollectedStore.open(storeOptions(path));
  const source = sourceOf(store, { kind: "collected", intake: QUIET_INTAKE });
  const names = Array.from({ length: STREAMS }, (_, i) => `s${i}`);
  await store.inlet.announce(names.map((stream) => ({ stream, type: "NUM" })));
  const { streams: found } = await source.discover();
  assertEquals(found.length, STREAMS);
  const streams = found.map(({ source: address }, i) => ({ id: i, source: address }));
  const position = await source.feed.open(streams);
  await source.close();
  return { position, streams };
}

/** Sends samples, each once until it is acknowledged, and again after a kill if it was not. */
class Sender {
  readonly unacknowledged = new Map<number, CollectedWrite>();
  readonly sent: CollectedWrite[] = [];
  acknowledged = 0;
  sentAgain = 0;
  isDone = false;

  next(): CollectedWrite | undefined {
    if (this.isDone || this.unacknowledged.size >= UNDER_WAY) return undefined;
    const number = this.sent.length, first = number * SAMPLES;
    const samples = Array.from({ length: SAMPLES }, (_, i): CollectedWrite["samples"][number] => {
      const n = first + i;
      return [`s${n % STREAMS}`, BEGIN + Math.floor(n / STREAMS) * TICKS_PER_SECOND, n];
    });
    const write = { number, samples };
    this.sent.push(write);
    this.unacknowledged.set(number, write);
    return write;
  }

  /** What has no acknowledgement. */
  again(): CollectedWrite[] {
    this.sentAgain += this.unacknowledged.size;
    return [...this.unacknowledged.values()];
  }

  acknowledge(number: number): void {
    if (this.unacknowledged.delete(number)) this.acknowledged++;
  }
}

/** A store as a process of its own, to which the sender writes. */
class KilledStore {
  readonly #child: Deno.ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  errors = "";

  constructor(path: string, private readonly sender: Sender) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--lock=tests/deno.lock", PROGRAM, path],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#ended = Promise.all([this.#readAnswers(), this.#readErrors(), this.#child.status]);
    for (const write of sender.again()) this.#send(write);
    this.#sendMore();
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
    await this.#input.abort().catch(() => undefined);
  }

  /** What reaches no process is sent again to the next one. */
  #send(write: CollectedWrite): void {
    this.#input.write(new TextEncoder().encode(JSON.stringify(write) + "\n")).catch(() => undefined);
  }

  #sendMore(): void {
    for (let write = this.sender.next(); write !== undefined; write = this.sender.next()) this.#send(write);
  }

  async #readAnswers(): Promise<void> {
    for await (const line of linesOf(this.#child.stdout)) {
      this.sender.acknowledge(Number(line));
      this.#sendMore();
    }
  }

  async #readErrors(): Promise<void> {
    for await (const line of linesOf(this.#child.stderr)) this.errors += line;
  }
}

/** Fails unless the windows have exactly what was sent, and the feed each sample once. Returns the number of packed hours. */
async function compare(
  { path, sender, position, streams }: {
    path: string;
    sender: Sender;
    position: FeedPosition;
    streams: SourceStream[];
  },
): Promise<number> {
  const store = await CollectedStore.open(storeOptions(path));
  const source = sourceOf(store, { kind: "collected", intake: QUIET_INTAKE });
  try {
    const sent = Map.groupBy(sender.sent.flatMap(({ samples }) => samples), ([stream]) => stream);
    await source.feed.open(streams);
    const fed = await readAll(source.feed, position);
    for (const stream of streams) {
      const name = String(stream.source.stream);
      const expected = (sent.get(name) ?? []).map(([, time, value]) => `${time}=${value}`);
      const stored = await source.window(stream, BEGIN - 1, ticksFromMs(Date.now()));
      assertEquals(stored.map(({ time, value }) => `${time}=${value}`), expected, `the past of ${name}`);
      assertEquals(fed.get(stream.id)?.toSorted(), expected.toSorted(), `the feed of ${name}`);
    }
    return Number(store.database.row("SELECT count(*) FROM hours")![0]);
  } finally {
    await source.close();
  }
}

async function readAll(feed: ReturnType<typeof sourceOf>["feed"], from: FeedPosition) {
  const fed = new Map<number, string[]>();
  for (let position = from;;) {
    const { batch, cursor, complete } = await feed.read(position);
    for (const change of changesOf(batch)) {
      if (change.op !== "upsert") continue;
      const { time, value } = change.sample, all = fed.get(change.stream) ?? [];
      all.push(`${time}=${value}`);
      fed.set(change.stream, all);
    }
    if (complete) return fed;
    position = { ...position, cursor };
  }
}
