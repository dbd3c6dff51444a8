/**
 * A random story of one way in: a sender with its own clock sends numbers, texts and booleans for some seconds, some of
 * them late, twice, corrected, with bad quality, after a pause or by a clock that is ahead. In the end the live events
 * equal those of a backtest of the same span, and those of the reference evaluator on what was sent.
 */
import { isDeepStrictEqual } from "node:util";
import type { Quality, Sample, SampleValue } from "../../domain/sample/types.ts";
import {
  isoFromMs,
  type Ms,
  ticksFromMs,
  ticksFromSourceTime,
  ticksOfSeconds,
} from "../../domain/shared/time.ts";
import type { Json } from "./andon_client.ts";
import { assert, assertEquals } from "./assert.ts";
import { NUMBER_RULES, PAIR_RULES, STATE_RULES } from "./changed_streams_rules.ts";
import { eventLine, liveLines, rowsOf } from "./event_lines.ts";
import { eventually } from "./eventually.ts";
import { numberPlaceholder, type RunningSystem, runningSystem } from "./running_system.ts";
import { seeded } from "./seeded.ts";
import { type Dice, diceOf } from "./soak_faults.ts";
import { comparedWithReference } from "./stored_reference.ts";
import { type Sent, type Way, WAY_STREAMS, type WayStream } from "./way.ts";
import { AHEAD_RULES, BOOLEAN_RULES } from "./way_rules.ts";

export interface WayFigures {
  samples: number;
  late: number;
  corrected: number;
  twice: number;
  ahead: number;
  events: number;
  revised: number;
}

const SOURCE = "line2";
const STATES = ["Off", "Starting", "Run", "Fault"];
const AHEAD_MS = 90_000;
const STORY_MS = 7_000;
const SETTLED_MS = 180_000;
const MOST_SHOWN = 6;

export async function wayStory(seed: number, way: Way): Promise<WayFigures> {
  const DATA_DIR = await Deno.makeTempDir({ prefix: "ways" });
  try {
    await using on = await runningSystem({ shards: 0, configuration: null, environment: { DATA_DIR } });
    return await new WayStory(seed, on, way).run();
  } finally {
    await way[Symbol.asyncDispose]();
    await Deno.remove(DATA_DIR, { recursive: true });
  }
}

interface Instance {
  id: number;
  template: number;
  from: string;
}

class WayStory {
  readonly #dice: Dice;
  /** Everything that was sent, by stream and its own time; the last of a time counts. */
  readonly #sent = new Map<string, Map<Ms, Sent>>();
  readonly #instances: Instance[] = [];
  readonly #figures: WayFigures = {
    samples: 0,
    late: 0,
    corrected: 0,
    twice: 0,
    ahead: 0,
    events: 0,
    revised: 0,
  };
  readonly #repeatSeconds: number;
  readonly #delaySeconds: number;
  readonly #last = new Map<string, Ms>();
  #ahead = "";
  #id = 0;

  constructor(seed: number, private readonly on: RunningSystem, private readonly way: Way) {
    this.#dice = diceOf(seeded(seed));
    this.#repeatSeconds = way.collects && seed % 3 === 0 ? 1 : 0;
    this.#delaySeconds = way.collects ? this.#dice.pick([0, 0, 0.5, 1.5]) : 0;
  }

  async run(): Promise<WayFigures> {
    await this.#begin();
    await this.#tell();
    await this.#send([...this.#streams].map((stream) => this.#low(stream)));
    const untilMs = Date.now() + 500;
    await this.#evaluated(untilMs);
    await this.#compare(untilMs);
    return this.#figures;
  }

  get #streams(): WayStream[] {
    const all = Object.keys(WAY_STREAMS) as WayStream[];
    return all.filter((stream) => this.way.collects || stream !== "Ahead");
  }

  #nameOf(stream: string): string {
    return `${SOURCE}/${this.way.prefix ?? ""}${stream}`;
  }

  get #status() {
    return this.on.andon.plant.sourceStatus(this.#id);
  }

  /** Low values come until all is deployed and read, so that no rule is true then. */
  async #begin(): Promise<void> {
    const { client } = this.on, { config, ...source } = this.way.source;
    const own = { repeat_seconds: this.#repeatSeconds, delay_seconds: this.#delaySeconds };
    const { data: { id } } = await client.ok("POST", "/api/sources", {
      name: SOURCE,
      poll_seconds: 0.2,
      ...source,
      config: { ...config, ...this.way.collects ? own : {} },
    });
    this.#id = id;
    await this.way.begin({ on: this.on, id, name: SOURCE });
    await this.#send(this.#streams.map((stream) => this.#low(stream)));
    await eventually("the streams are found", async () => {
      await client.ok("POST", `/api/discover-assets?source_id=${id}`);
      return this.#streams.every((stream) => this.on.andon.storage.assets.streamByName(this.#nameOf(stream)));
    });
    const isDeployed = this.#deploy();
    await during(isDeployed, async () => {
      await this.#send(this.#streams.map((stream) => this.#low(stream)));
      await pause(200);
    });
  }

  async #deploy(): Promise<void> {
    const text = [numberPlaceholder("VALUE", { data_type: "STR" })];
    const boolean = [numberPlaceholder("VALUE", { data_type: "BOOL" })];
    const pair = [numberPlaceholder("A"), numberPlaceholder("B")];
    const numbers = await this.on.template({ rules: NUMBER_RULES });
    for (const stream of ["N1", "N2", "N3"]) await this.#instance(numbers, { VALUE: stream });
    await this.#instance(await this.on.template({ rules: PAIR_RULES, placeholders: pair }), {
      A: "N1",
      B: "N2",
    });
    await this.#instance(await this.on.template({ rules: STATE_RULES, placeholders: text }), { VALUE: "S1" });
    const booleans = await this.on.template({ rules: BOOLEAN_RULES, placeholders: boolean });
    await this.#instance(booleans, { VALUE: "B1" });
    if (this.way.collects) {
      const ahead = await this.on.template({ rules: AHEAD_RULES, placeholders: text });
      await this.#instance(ahead, { VALUE: "Ahead" });
    }
    await eventually("all streams are read", () => {
      return this.#status.followed_streams === this.#streams.length && this.#status.unread_streams === 0;
    });
  }

  async #instance(template: number, streams: Record<string, string>): Promise<void> {
    const { client } = this.on,
      mappings = Object.entries(streams).map(([key, name]) => [key, this.#nameOf(name)]);
    const { data: { id } } = await client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: `On ${Object.values(streams).join(" and ")}`,
      placeholder_mappings: Object.fromEntries(mappings),
    });
    await client.ok("POST", `/api/instances/${id}/deploy`);
    const { data: { deployment_date: from } } = await client.ok("GET", `/api/instances/${id}`);
    this.#instances.push({ id, template, from });
  }

  /** Some seconds of the sender's life. */
  async #tell(): Promise<void> {
    const dice = this.#dice, beganMs = Date.now(), endMs = beganMs + STORY_MS;
    const pauseMs = beganMs + dice.between(1_000, 3_500), resumeMs = pauseMs + dice.between(700, 2_000);
    let held: Sent[] = [], late: { dueMs: Ms; sample: Sent }[] = [];
    for (let nowMs = Date.now(); nowMs < endMs; nowMs = Date.now()) {
      for (const stream of this.#streams) {
        if (dice.between(0, 1) < 0.45) continue;
        const sample = this.#next(stream, nowMs), kind = dice.between(0, 1);
        // A clock that is ahead is told by what is sent when: it is neither late nor twice.
        if (stream !== "Ahead" && kind < 0.08) {
          late.push({ dueMs: nowMs + dice.between(100, 1_000), sample });
          continue;
        }
        held.push(sample);
        if (stream === "Ahead") continue;
        if (kind > 0.95) held.push(sample), this.#figures.twice++;
        const past = [...this.#sent.get(stream)?.values() ?? []].filter(({ atMs }) => atMs >= beganMs);
        if (this.way.corrects && kind > 0.88 && kind < 0.92 && past.length > 0) {
          held.push({ ...this.#drawn(stream), atMs: dice.pick(past).atMs });
          this.#figures.corrected++;
        }
      }
      const due = late.filter(({ dueMs }) => dueMs <= nowMs);
      late = late.filter((one) => !due.includes(one));
      this.#figures.late += due.length;
      held.push(...due.map(({ sample }) => sample));
      if (nowMs < pauseMs || nowMs > resumeMs) {
        await this.#send(held);
        held = [];
      }
      await pause(dice.between(30, 150));
    }
    await this.#send([...held, ...late.map(({ sample }) => sample)]);
  }

  /** The sender's next sample, after all others of the stream. */
  #next(stream: WayStream, nowMs: Ms): Sent {
    const atMs = Math.max(Math.round(nowMs), (this.#last.get(stream) ?? -Infinity) + 1);
    this.#last.set(stream, atMs);
    return { ...this.#drawn(stream), atMs: stream === "Ahead" ? atMs + AHEAD_MS : atMs };
  }

  #drawn(stream: WayStream): Omit<Sent, "atMs"> {
    const dice = this.#dice, kind = dice.between(0, 1), value = this.#value(stream);
    if (stream === "Ahead" || kind > 0.1) return { stream, value, quality: "good" };
    if (kind < 0.03) return { stream, value, quality: "uncertain" };
    return { stream, value: kind < 0.06 ? null : value, quality: "bad" };
  }

  #value(stream: WayStream): SampleValue {
    const dice = this.#dice;
    if (stream === "Ahead") return this.#ahead = dice.pick(STATES.filter((state) => state !== this.#ahead));
    if (WAY_STREAMS[stream] === "STR") return dice.pick(STATES);
    if (WAY_STREAMS[stream] === "BOOL") return dice.between(0, 1) < 0.5;
    return Math.floor(dice.between(0, 100));
  }

  #low(stream: WayStream): Sent {
    const type = WAY_STREAMS[stream], value = type === "NUM" ? 10 : type === "STR" ? "Off" : false;
    return { ...this.#next(stream, Date.now()), value, quality: "good" };
  }

  async #send(samples: readonly Sent[]): Promise<void> {
    if (samples.length === 0) return;
    for (const sample of samples) {
      const { stream, atMs } = sample;
      if (!this.#sent.has(stream)) this.#sent.set(stream, new Map());
      this.#sent.get(stream)!.set(atMs, sample);
      this.#figures.samples++;
      if (stream === "Ahead") this.#figures.ahead++;
    }
    await this.way.send(samples);
  }

  async #evaluated(untilMs: Ms): Promise<void> {
    const { store } = this.on.andon.storage;
    await eventually(`the source is evaluated up to ${isoFromMs(untilMs)}`, async () => {
      await this.way.alive();
      return (this.#status.watermark_ms ?? 0) > untilMs;
    }, SETTLED_MS);
    await eventually(
      "no correction is due",
      async () => (await store.list({ prefix: ["correction"], limit: 1 })).length === 0,
      SETTLED_MS,
    );
  }

  async #compare(untilMs: Ms): Promise<void> {
    const { storage } = this.on.andon, to = isoFromMs(untilMs);
    for (const instance of this.#instances) await this.#isBacktested(instance, to);
    const ahead = this.way.collects ? await this.#storedAhead() : [];
    const samples = (name: string) => this.#meant(name.slice(this.#nameOf("").length), { ahead, untilMs });
    const { missing, extra, expected } = await comparedWithReference({ storage, samples, untilMs });
    assertEquals({ missing, extra }, { missing: [], extra: [] }, "against the reference evaluator");
    const rows = (await Promise.all(this.#instances.map(({ id }) => rowsOf(this.on.client, id)))).flat();
    this.#figures.events = expected;
    this.#figures.revised = rows.filter((row) => Number(row.revision) > 1).length;
  }

  async #isBacktested({ id, template, from }: Instance, to: string): Promise<void> {
    const { client } = this.on, body = { template_id: template, instance_ids: [id], from, to, points: 0 };
    const live = async () => liveLines(await rowsOf(client, id), to);
    const again = async () => {
      const { data } = await client.ok("POST", "/api/backtests", body);
      assertEquals(data.truncated, false);
      return data.events.map((event: Json) => eventLine(event, to)).toSorted();
    };
    const backtest: string[] = await again();
    await eventually("the same events", async () => isDeepStrictEqual(await live(), backtest), SETTLED_MS)
      .catch(async () => {
        const lines = await live(), other = await again();
        const without = (one: string[], two: string[]) => {
          return one.filter((line) => !two.includes(line)).slice(0, MOST_SHOWN);
        };
        const what = `instance ${id} from ${from} to ${to}: of ${other.length} events`;
        const told = ["live lacks", ...without(other, lines), "live adds", ...without(lines, other)];
        throw new Error([what, ...told].join("\n  "));
      });
  }

  /** The samples that a stream has, by what was sent and what the pages say of it. */
  #meant(stream: string, { ahead, untilMs }: { ahead: Sample[]; untilMs: Ms }): Sample[] {
    if (stream === "Ahead") return this.#repeated(ahead, untilMs);
    const sent = [...this.#sent.get(stream)!.values()].toSorted((one, other) => one.atMs - other.atMs);
    const samples = sent.map(({ atMs, value, quality }): Sample => ({
      time: ticksFromMs(atMs),
      value,
      quality,
    }));
    return this.#repeated(samples, untilMs);
  }

  /** The value held counts again at each whole second after the first sample. */
  #repeated(samples: Sample[], untilMs: Ms): Sample[] {
    if (this.#repeatSeconds === 0) return samples;
    const step = ticksOfSeconds(this.#repeatSeconds), until = ticksFromMs(untilMs);
    return samples.flatMap((sample, i) => {
      const end = samples[i + 1]?.time ?? until + 1, repeats: Sample[] = [];
      for (let time = (Math.floor(sample.time / step) + 1) * step; time < end; time += step) {
        repeats.push({ ...sample, time });
      }
      return [sample, ...repeats];
    });
  }

  /** What was sent by a clock that is ahead has the times at which it arrived, which only Andon knows. */
  async #storedAhead(): Promise<Sample[]> {
    const { client, andon } = this.on, { id } = andon.storage.assets.streamByName(this.#nameOf("Ahead"))!;
    const { data: { changes } } = await client.ok("GET", `/api/streams/${id}/data`);
    const sent = [...this.#sent.get("Ahead")!.values()];
    // Low values are the same again and again, which is no change.
    const values = sent.map(({ value }) => value).filter((value, i, all) => i === 0 || value !== all[i - 1]);
    assertEquals(changes.map(({ value }: Json) => value), values, "what a clock ahead sent");
    assert(changes.every(({ quality }: Json) => quality === "uncertain"), "a clock ahead is uncertain");
    return changes.map(({ time, value, quality }: Json): Sample => ({
      time: ticksFromSourceTime(String(time))!,
      value: value as SampleValue,
      quality: quality as Quality,
    }));
  }
}

/** Does something again and again until a promise settles. */
async function during(promise: Promise<void>, act: () => Promise<void>): Promise<void> {
  let isOver = false;
  const end = promise.finally(() => void (isOver = true));
  end.catch(() => {});
  while (!isOver) await act();
  await end;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
