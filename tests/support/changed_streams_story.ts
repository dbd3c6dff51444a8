/**
 * A random story of one Andon on the small Data Hub: in its middle types, names and units of streams change, some to
 * another meaning. In the end the live events equal those of backtests of the same span.
 */
import { isDeepStrictEqual } from "node:util";
import type { HistoryEntry } from "../../actors/evaluation/journal.ts";
import {
  isoFromMs,
  isoFromTicks,
  type Ms,
  sourceTimeFromTicks,
  ticksFromMs,
} from "../../domain/shared/time.ts";
import type { Andon } from "../../main/serve.ts";
import { AndonClient, closeConnections, type Json } from "./andon_client.ts";
import { ADMIN_PASSWORD } from "./andon_process.ts";
import { assert, assertEquals } from "./assert.ts";
import { ChangingStream, KEEPING, LOSING, STATES, type StreamChange, UNSEEN } from "./changing_stream.ts";
import { HELD, NUMBER_RULES, PAIR_RULES, STATE_RULES } from "./changed_streams_rules.ts";
import { type DataHubServer, startDataHubServer } from "./data_hub_server.ts";
import { eventLine, liveLines, rowsOf } from "./event_lines.ts";
import { eventually } from "./eventually.ts";
import { evaluated, makeTemplate, numberPlaceholder, serveHere, untilRead, urlOf } from "./running_system.ts";
import { seeded } from "./seeded.ts";
import { type Dice, diceOf } from "./soak_faults.ts";
import { setRight, turnTo } from "./turned_clock.ts";

export interface StoryFigures {
  events: number;
  changes: number;
  losses: number;
}

interface Instance {
  id: number;
  name: string;
  streams: ChangingStream[];
  from: string;
  template: number;
}

interface Change {
  stream: ChangingStream;
  changes: StreamChange[];
  inPlace: boolean;
  isLoss: boolean;
  /** The time of the first sample after it. */
  atMs?: Ms;
}

const SETTLED_MS = 120_000;
const MOST_SHOWN = 5;
const STEPS = 8;
const BEFORE_S = 30;
/** No request that is under way reads the samples that are written so far ahead of the clock. */
const AHEAD_MS = 1_500;
/** A stream whose type was not known is asked for again after a minute. */
const MINUTE_S = 61;

export class ChangedStreamsStory implements AsyncDisposable {
  /** What happens, to be printed when it fails. */
  readonly told: string[] = [];
  readonly streams = [
    ...["N1", "N2", "N3", "N4"].map((id) => new ChangingStream(id, "number")),
    ...["S1", "S2"].map((id) => new ChangingStream(id, "state")),
  ];
  readonly #dice: Dice;
  readonly #isFed: boolean;
  readonly #restarts: boolean;
  readonly #instances: Instance[] = [];
  readonly #changed: Change[] = [];
  readonly #middle: Change[];
  readonly #logged: string[] = [];
  #served: Awaited<ReturnType<typeof serveHere>> | undefined;
  #client = new AndonClient("");

  private constructor(seed: number, readonly server: DataHubServer, readonly folder: string) {
    this.#dice = diceOf(seeded(seed));
    this.#isFed = seed % 2 === 0;
    this.#restarts = seed % 3 === 0;
    this.#middle = this.#drawn();
  }

  static async begin(seed: number): Promise<ChangedStreamsStory> {
    setRight();
    const server = startDataHubServer();
    server.stamp = () => new Date(Date.now()).toUTCString();
    const story = new ChangedStreamsStory(seed, server, await Deno.makeTempDir());
    await story.#start();
    await story.#deploy();
    return story;
  }

  async run(): Promise<StoryFigures> {
    const middle = 2 + Math.floor(this.#dice.between(0, 3)), second = middle + 3;
    const restart = this.#restarts ? middle + this.#dice.pick([-1, 0, 1]) : -1;
    for (let step = 0; step < STEPS; step++) {
      const changes = step === middle ? this.#happenings() : step === second ? this.#drawnAgain() : [];
      if (step === restart) await this.#stop();
      const until = this.#write({ seconds: this.#dice.between(15, 40), changes });
      if (step === restart) await this.#start();
      await evaluated(this.#andon, until);
      if (step === middle || step === second || this.#dice.between(0, 3) < 1) await this.#discover();
    }
    const until = this.#write({ seconds: MINUTE_S, changes: [] });
    await evaluated(this.#andon, until);
    return await this.#compare(isoFromMs(Date.parse(until) - 500));
  }

  get #andon(): Andon {
    assert(this.#served !== undefined, "Andon runs");
    return this.#served.andon;
  }

  async #start(): Promise<void> {
    const environment = { KV_URL: `${this.folder}/andon.sqlite` };
    this.#served = await serveHere({ shards: 0, environment, logged: this.#logged });
    this.#client = new AndonClient(urlOf(this.#andon));
    await this.#client.signIn("admin", ADMIN_PASSWORD);
  }

  async #stop(): Promise<void> {
    this.told.push("Andon ends, and starts again");
    closeConnections(this.#client.baseUrl);
    await this.#served?.leave();
    this.#served = undefined;
  }

  /** Low values that change, so that no rule is true at the deployment, and each has the past of its windows. */
  async #deploy(): Promise<void> {
    const { world } = this.server, nowMs = Date.now();
    this.#list();
    for (const stream of this.streams) {
      world.events[stream.id] = Array.from({ length: BEFORE_S }, (_, i) => {
        const value = stream.kind === "state" ? 0 : 10 + i % 3;
        return stream.event(timeOf(nowMs - (BEFORE_S - i) * 1000), value, { omits: false });
      });
    }
    await this.#configure();
    const state = [numberPlaceholder("VALUE", { data_type: "STR" })], [n1, n2, n3, n4] = this.streams;
    const pairs = [numberPlaceholder("A"), numberPlaceholder("B")];
    const templates = {
      number: await makeTemplate(this.#client, { rules: NUMBER_RULES }),
      state: await makeTemplate(this.#client, { rules: STATE_RULES, placeholders: state }),
      pair: await makeTemplate(this.#client, { rules: PAIR_RULES, placeholders: pairs }),
    };
    const bound: Record<string, ChangingStream>[] = [
      ...this.streams.map((VALUE) => ({ VALUE })),
      { A: n1, B: n2 },
      { A: n3, B: n4 },
    ];
    for (const streams of bound) {
      const template = streams.A === undefined ? templates[streams.VALUE.kind] : templates.pair;
      await this.#instance({ template, streams });
    }
    await untilRead(this.#andon, this.#client);
  }

  async #configure(): Promise<void> {
    const { tenantId, namespaceId, clientId, clientSecret } = this.server.world;
    await this.#client.ok("POST", "/api/configuration", {
      region: "simulator",
      base_url: this.server.baseUrl,
      tenant_id: tenantId,
      namespace_id: namespaceId,
      client_id: clientId,
      client_secret: clientSecret,
      poll_seconds: 0.1,
      wait_seconds: 0,
      requests_per_minute: 60_000,
      change_feed: this.#isFed ? "auto" : "off",
    });
    await this.#discover();
  }

  async #instance(
    { template, streams }: { template: number; streams: Record<string, ChangingStream> },
  ): Promise<void> {
    const bound = Object.entries(streams), name = bound.map(([, { id }]) => id).join(" and ");
    const { data } = await this.#client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: name,
      placeholder_mappings: Object.fromEntries(bound.map(([key, stream]) => [key, stream.name])),
    });
    // Live knows of silence before the deployment once the stream has been read, a backtest from the beginning.
    const [[, first]] = bound, low = first.kind === "state" ? 0 : 10;
    const fresh = first.event(timeOf(Date.now()), low, { omits: false });
    if (bound.length === 1) this.server.world.events[first.id].push(fresh);
    await this.#client.ok("POST", `/api/instances/${data.id}/deploy`);
    const from = (await this.#client.ok("GET", `/api/instances/${data.id}`)).data.deployment_date;
    this.#instances.push({ id: data.id, name, template, from, streams: Object.values(streams) });
  }

  async #discover(): Promise<void> {
    await this.#client.ok("POST", "/api/discover-assets");
  }

  #list(): void {
    const listed = this.streams.map((stream) => stream.listed(isoFromMs(Date.now())));
    this.server.world.streams = listed.map(({ stream }) => stream);
    this.server.world.types = listed.map(({ type }) => type);
  }

  /** Each stream changes in some way or not; some mean something else from then on. */
  #drawn(): Change[] {
    const dice = this.#dice, isOne = (share: number) => dice.between(0, 1) < share;
    const losing = [isOne(0.7) ? this.streams[Math.floor(dice.between(0, 4))] : null];
    if (isOne(0.3)) losing.push(dice.pick(this.streams.slice(4)));
    return this.streams.flatMap((stream): Change[] => {
      const isLoss = losing.includes(stream);
      if (isLoss) {
        const change: StreamChange = dice.pick<StreamChange>(LOSING[stream.kind]);
        return [{ stream, changes: [change], inPlace: change !== "unit_of_type" && isOne(0.5), isLoss }];
      }
      const changes = this.#keeping(KEEPING[stream.kind]);
      const inPlace = changes.includes("unit_overridden") || isOne(0.5);
      return changes.length === 0 ? [] : [{ stream, changes, inPlace, isLoss }];
    });
  }

  #keeping(choices: readonly StreamChange[]): StreamChange[] {
    const drawn = choices.filter(() => this.#dice.between(0, 1) < 0.35);
    // A value that is renamed while another one comes beside it is not known by anything.
    return drawn.includes("value_renamed") ? drawn.filter((one) => one !== "value_added") : drawn;
  }

  /** What was kept changes once more, in another way. */
  #drawnAgain(): Change[] {
    const kept = this.streams.filter((stream) => !this.#changed.some((one) => one.stream === stream));
    return kept.filter(() => this.#dice.between(0, 1) < 0.7).map((stream) => ({
      stream,
      changes: [stream.kind === "state" ? "states_added" : "key_renamed", "value_renamed"],
      inPlace: this.#dice.between(0, 1) < 0.5,
      isLoss: false,
    }));
  }

  /** The changes in the middle; names change with them, or are swapped. */
  #happenings(): Change[] {
    const isOne = (share: number) => this.#dice.between(0, 1) < share, [one, other] = this.streams;
    if (isOne(0.5)) [one.name, other.name] = [other.name, one.name];
    for (const stream of this.streams) if (isOne(0.3)) stream.name = `Renamed.${stream.id}`;
    this.told.push(`Names: ${this.streams.map(({ name }) => name).join(", ")}`);
    return this.#middle;
  }

  /** Samples of the next seconds, each in the form of its stream then; the changes come somewhere between them. */
  #write({ seconds, changes }: { seconds: number; changes: Change[] }): string {
    const { world } = this.server, fromMs = Date.now() + AHEAD_MS;
    const untilMs = fromMs + Math.round(seconds * 1000);
    for (const change of changes) {
      // What is written before a loss may be read after it, or not.
      change.atMs = change.isLoss ? fromMs : Math.round(this.#dice.between(fromMs, untilMs));
    }
    const items = this.streams.flatMap((stream) => {
      const change = changes.find((one) => one.stream === stream);
      const written = this.#samples(stream, { fromMs, untilMs, change });
      (world.events[stream.id] ??= []).push(...written.map(({ event }) => event));
      return written.map(({ atMs, event }) => ({ atMs, item: itemOf(stream, event) }));
    });
    const fed = items.toSorted((one, other) => one.atMs - other.atMs).map(({ item }) => item);
    const half = Math.floor(this.#dice.between(1, fed.length));
    if (this.#isFed) world.feed.push(fed.slice(0, half), fed.slice(half));
    if (changes.length > 0) this.#list();
    turnTo(untilMs);
    return isoFromMs(untilMs);
  }

  #samples(
    stream: ChangingStream,
    { fromMs, untilMs, change }: { fromMs: Ms; untilMs: Ms; change?: Change },
  ): { atMs: Ms; event: Json }[] {
    const written: { atMs: Ms; event: Json }[] = [];
    let due = change;
    const step = () => Math.round(this.#dice.between(400, 4_000));
    for (let atMs = fromMs + step(); atMs < untilMs; atMs += step()) {
      if (due !== undefined && atMs >= (due.atMs ?? 0)) due = this.#apply({ ...due, atMs });
      written.push({ atMs, event: this.#event(stream, atMs) });
    }
    if (due !== undefined) this.#apply(due);
    return written;
  }

  #apply(change: Change): undefined {
    const { stream, changes, inPlace, isLoss, atMs = 0 } = change;
    const how = `${inPlace ? " in place" : ""}${isLoss ? ": it means something else" : ""}`;
    this.told.push(`${isoFromMs(atMs)} ${stream.id}: ${changes.join(", ")}${how}`);
    stream.change(changes, { inPlace });
    this.#changed.push(change);
  }

  #event(stream: ChangingStream, atMs: Ms): Json {
    const isOne = (share: number) => this.#dice.between(0, 1) < share;
    const most = stream.kind === "state" ? STATES.length : 100;
    const value = isOne(0.1) ? 0 : Math.floor(this.#dice.between(0, most));
    // For a default that is omitted the type is read: no default of another meaning may be taken for a value.
    const isLost = this.#lossOf(stream) !== undefined ||
      this.#middle.some((one) => one.stream === stream && isUnseen(one));
    const omits = value === 0 && !isLost && isOne(0.5);
    return stream.event(timeOf(atMs), value, { omits });
  }

  #lossOf(stream: ChangingStream): Change | undefined {
    return this.#changed.find((one) => one.stream === stream && one.isLoss);
  }

  /** What the loss of a stream leaves behind is asked first, since a backtest needs its streams. */
  async #compare(to: string): Promise<StoryFigures> {
    const ends = new Map<Instance, string>();
    for (const instance of this.#instances) ends.set(instance, await this.#endOf(instance) ?? to);
    const lost = this.#changed.filter(({ isLoss }) => isLoss);
    for (const { stream } of lost) stream.goBack();
    this.#list();
    await this.#discover();
    const counts = await Promise.all([...ends].map(async ([instance, end]) => {
      const again = await this.#backtest(instance, end);
      await this.#isSame(instance, { end, again });
      const isAlone = instance.streams.length === 1 && end !== to;
      if (isAlone) await this.#isSame(instance, { end: to, again: again.filter(isHeld), fits: isHeld });
      return again.length;
    }));
    const events = counts.reduce((sum, count) => sum + count, 0);
    return { events, changes: this.#changed.length, losses: lost.length };
  }

  /** The live events as of `end` are those of the backtest. */
  async #isSame(
    { id, name, from }: Instance,
    { end, again, fits = () => true }: { end: string; again: string[]; fits?: (line: string) => boolean },
  ): Promise<void> {
    const read = async () => liveLines(await rowsOf(this.#client, id), end).filter(fits);
    const isEqual = async () => isDeepStrictEqual(await read(), again);
    await eventually("the same events", isEqual, SETTLED_MS).catch(async () => {
      const live = await read(),
        without = (one: string[], other: string[]) => {
          return one.filter((line) => !other.includes(line)).slice(0, MOST_SHOWN);
        };
      const what = `${name}, deployed at ${from}, as of ${end}: of ${again.length} events`;
      throw new Error(
        [what, "live lacks", ...without(again, live), "live adds", ...without(live, again)].join("\n  "),
      );
    });
  }

  /** Up to when the events of an instance that has lost a stream are compared. */
  async #endOf(instance: Instance): Promise<string | undefined> {
    const { name, streams, id } = instance, at = await this.#lostAt(instance);
    const loss = streams.map((stream) => this.#lossOf(stream)).find((one) => one !== undefined);
    assertEquals(at !== undefined, loss !== undefined, `${name} has lost a stream`);
    if (loss === undefined) return;
    await this.#isRefused(instance);
    const active = (await rowsOf(this.#client, id)).filter((row) => row.is_active);
    if (streams.length === 1) { for (const row of active) assertEquals(row.data_state, "unknown", name); }
    return isUnseen(loss) ? at : isoFromMs((loss.atMs ?? 0) - 1);
  }

  async #lostAt({ id }: Instance): Promise<string | undefined> {
    const history = await this.#andon.storage.store.list<HistoryEntry>({ prefix: ["history", id] });
    const lost = history.map(({ value }) => value).find(({ kind }) => kind === "lost");
    return lost === undefined ? undefined : isoFromTicks(lost.watermark);
  }

  async #isRefused({ id, template, from }: Instance): Promise<void> {
    const body = { template_id: template, instance_ids: [id], from };
    const { status, body: answer } = await this.#client.post("/api/backtests", body);
    assertEquals(status, 400, JSON.stringify(answer));
    assert(JSON.stringify(answer).includes("has another meaning at the source"), JSON.stringify(answer));
  }

  async #backtest({ id, template, from }: Instance, to: string): Promise<string[]> {
    const body = { template_id: template, instance_ids: [id], from, to, points: 0 };
    const { data } = await this.#client.ok("POST", "/api/backtests", body);
    assertEquals(data.truncated, false);
    return data.events.map((event: Json) => eventLine(event, to)).toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
    await this.server[Symbol.asyncDispose]();
    await Deno.remove(this.folder, { recursive: true });
    setRight();
  }
}

function isUnseen({ changes }: Change): boolean {
  return changes.some((one) => UNSEEN.includes(one));
}

/** Of a rule of held values: it stands still from the first bad sample on, also before the loss. */
function isHeld(line: string): boolean {
  return line.includes(HELD);
}

function itemOf({ id }: ChangingStream, event: Json): Json {
  return { resourceId: id, operation: "Insert", events: [event] };
}

const timeOf = (ms: Ms) => sourceTimeFromTicks(ticksFromMs(ms));
