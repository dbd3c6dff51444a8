/**
 * Random stories of a plant: live and late samples, updates, removals, closes by hand, undeployments, and kills at any
 * commit. In the end the events equal those of the reference evaluator on the source's samples.
 */
import type { HistoryEntry } from "../../actors/evaluation/journal.ts";
import type { BulkAnswer, BulkMessage } from "../../actors/instance/contract.ts";
import { commandsOf } from "../../actors/evaluation/correction_reads.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { makeDeployment } from "../../domain/instance/deployment.ts";
import { storedStreams } from "../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { isoFromTicks, type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { keys, MAIN_LANE } from "../../storage/keys.ts";
import { RULE, VERSIONS, WINDOWED } from "./correction_story_rules.ts";
import { discover, templateBody } from "../contract/support.ts";
import { type TestStorage, testStorage } from "../unit/storage/support.ts";
import { assert, assertEquals } from "./assert.ts";
import { MemoryPlant } from "./memory_source.ts";
import { PlantHarness, SECOND } from "./plant_harness.ts";
import { referenceEvents } from "./reference_evaluator.ts";
import type { ReferenceCommand, ReferenceEvent } from "./reference_types.ts";
import { seeded } from "./seeded.ts";
import { upgradedReference } from "./upgraded_reference.ts";

const BY = { name: "olga", role: "operator" } as const;

export interface StoryOptions {
  steps: number;
  kills: boolean;
  closes: boolean;
  checkpointMs: Ms;
  /** Without a change feed: the shortest piece of the past that is read again. */
  reconciliationMs?: Ms;
  generationMs?: Ms;
  settings?: Partial<SourceSettings>;
  /** New template versions are released, and the instances upgraded to them. */
  upgrades?: boolean;
  /** The source loses streams and has them again. */
  losses?: boolean;
  /** The second stream is another source's. */
  secondSource?: boolean;
}

/** Changes are at most this far in the past, so that each is found before it is four times as old. */
const LONGEST_PAST_SECONDS = 40;

export class Story implements AsyncDisposable {
  kills = 0;
  upgrades = 0;
  /** Changes to the past of a lost stream are not found. */
  readonly #lost = new Set<number>();
  readonly #pick: (below: number) => number;
  /** The past of a stream before its first poll is not read again. */
  #earliest: Ticks = -Infinity;
  readonly plant: MemoryPlant;
  readonly #second: MemoryPlant | undefined;
  harness: PlantHarness;

  private constructor(
    readonly test: TestStorage,
    readonly instances: number[],
    readonly streams: number[],
    private readonly options: StoryOptions & { seed: number },
  ) {
    const random = seeded(options.seed);
    this.#pick = (below) => Math.floor(random() * below);
    this.plant = new MemoryPlant(() => 1 + this.#pick(4));
    if (options.secondSource) this.#second = this.plant.beside();
    this.harness = this.#newHarness();
  }

  static async begin(options: StoryOptions & { seed: number }): Promise<Story> {
    const test = await testStorage();
    const { storage } = test;
    await discover(storage, ["P1", "P2", "P3"]);
    const streams = ["P1", "P2"].map((name) => storage.assets.streamByName(name)?.id ?? 0);
    if (options.secondSource) await ofSecond(storage, streams[1]!);
    const plain = await instanceOf(storage, { name: "Plain", stream: "P1", rule: {} });
    const delayed = { on_delay_seconds: 4, off_delay_seconds: 1 };
    const slow = await instanceOf(storage, { name: "Slow", stream: "P1", rule: delayed });
    const other = await instanceOf(storage, { name: "Other", stream: "P2", rule: {} });
    const windowed = await Promise.all(WINDOWED.map((given) => instanceOf(storage, given)));
    const story = new Story(test, [plain, slow, other, ...windowed], streams, options);
    const third = storage.assets.streamByName("P3")?.id ?? 0;
    const sample = { time: story.now - 600_000_000, value: 70, quality: "good" as const };
    if (options.upgrades) story.plant.write({ op: "upsert", stream: third, sample });
    await story.harness.start();
    for (const id of story.instances) await story.harness.instance(id).ask({ type: "deploy", by: BY });
    await story.harness.settle();
    if (options.reconciliationMs !== undefined) await story.#isPolled();
    // The first generation has no position of the feed: a change that was read before a kill is not reported again.
    if (options.losses) await story.harness.snapshot();
    return story;
  }

  async #isPolled(): Promise<void> {
    for (let second = 0; (await this.harness.status()).unread_streams > 0; second++) {
      assert(second < 10, "the streams are read");
      await this.harness.settle();
    }
    this.#earliest = this.now + 1;
  }

  get storage(): Storage {
    return this.test.storage;
  }

  get now(): Ticks {
    return ticksFromMs(this.test.clock.ms);
  }

  /** Runs all steps, then waits until corrections end. */
  async run(): Promise<void> {
    for (let step = 0; step < this.options.steps; step++) {
      await this.#happens();
      if (!(await this.harness.settle())) await this.revive();
      await this.#keysHaveOneEvent();
      const stream = this.streams[this.#pick(this.streams.length)];
      if (this.options.losses && this.#pick(3) === 0) await this.#loseOrFind(stream);
    }
    for (const stream of [...this.#lost]) await this.#loseOrFind(stream);
    this.harness.commitsLeft = this.harness.isCut ? 0 : Infinity;
    const quiet = this.options.reconciliationMs === undefined ? 4 : 4 * LONGEST_PAST_SECONDS;
    for (let second = 0; second < quiet; second++) if (!(await this.harness.settle())) await this.revive();
    await this.endsAsReference();
  }

  /** Starts the next process from the stored data. */
  async revive(): Promise<void> {
    await this.restart();
    await this.harness.settle();
  }

  /** Starts the next process, before its first evaluation. */
  async restart(): Promise<void> {
    this.kills++;
    await this.harness[Symbol.asyncDispose]();
    this.harness = this.#newHarness();
    await this.harness.start();
  }

  #newHarness(): PlantHarness {
    const { storage, clock } = this.test,
      { checkpointMs, generationMs, reconciliationMs, settings } = this.options;
    return new PlantHarness({
      storage,
      clock,
      plant: this.plant,
      second: this.#second,
      checkpointMs,
      generationMs,
      reconciliationMs,
      settings: { changeFeed: reconciliationMs === undefined ? "auto" : "off", ...settings },
    });
  }

  async #happens(): Promise<void> {
    const changes = Array.from({ length: 1 + this.#pick(2) }, () => this.#change());
    this.plant.write(...changes);
    if (this.options.closes && this.#pick(6) === 0) await this.#close();
    if (this.options.kills && this.#pick(3) === 0) {
      this.harness.commitsLeft = 1 + this.#pick(8);
      this.harness.isLastWritten = this.#pick(2) === 0;
    }
    if (this.options.upgrades && this.#pick(3) === 0) await this.#upgrade();
  }

  /**
   * Marks a stream as gone, or as back. What was read of it is in a generation by then: after a kill nothing of a stream
   * that is gone can be read again.
   */
  async #loseOrFind(id: number): Promise<void> {
    this.harness.commitsLeft = Infinity;
    if (!this.#lost.has(id)) await this.harness.snapshot();
    const { store } = this.storage, stored = await store.get<StreamRecord>(keys.stream(id));
    const { gone, ...record } = stored!.value;
    const value = gone === undefined
      ? { ...record, gone: { at: isoFromTicks(this.now), reason: "missing" as const } }
      : record;
    await store.commit({ mutations: [{ type: "set", key: keys.stream(id), value }] }, MAIN_LANE);
    if (this.options.kills && this.#pick(3) === 0) this.harness.commitsLeft = 1 + this.#pick(8);
    await this.harness.streamsChanged([id]).catch(() => {});
    if (gone === undefined) return void this.#lost.add(id);
    if (!(await this.harness.settle())) await this.revive();
    this.#lost.delete(id);
  }

  /** Upgrades to a version that shares some rules with the former one. A kill may interrupt it. */
  async #upgrade(): Promise<void> {
    const instance = this.instances[this.#pick(this.instances.length)];
    const { template_id: id } = this.storage.instances.get(instance)!;
    const { versions } = this.storage.templates;
    const { rules: [first] } = (await versions.get(id, 1))!;
    const rules = VERSIONS[this.#pick(VERSIONS.length)].map((rule) => ({ ...first, ...rule }));
    const { version } = await versions.add(id, { rules }, BY);
    await versions.release(id, version, BY);
    const message: BulkMessage = { type: "upgrade", version, templateId: id, ids: [instance], by: BY };
    const { outcomes } = await this.harness.bulk(id).ask<BulkAnswer>(message, { deadlineMs: 1e12 })
      .catch(() => ({ outcomes: [] }));
    if (outcomes[0]?.status === "done") this.upgrades++;
  }

  #change(): SampleChange {
    const stream = this.streams[this.#pick(this.streams.length)];
    const held = this.plant.samples.list(stream);
    const some = Math.max(held[this.#pick(Math.max(1, held.length))]?.time ?? this.now, this.#earliest);
    const late = Math.max(this.now - this.#pick(20) * 5_000_000, this.#earliest);
    const sample = { value: 70 + this.#pick(20), quality: "good" as const };
    switch (this.#mayChange(stream) ? this.#pick(8) : 7) {
      case 0:
        return { op: "remove", stream, time: some };
      case 1:
        return { op: "removeWindow", stream, from: some, to: some + this.#pick(10) * 10_000_000 };
      case 2:
      case 3:
        return { op: "upsert", stream, sample: { time: some, ...sample } };
      case 4:
      case 5:
        return { op: "upsert", stream, sample: { time: late, ...sample } };
      default:
        return { op: "upsert", stream, sample: { time: this.now + 3_000_000, ...sample } };
    }
  }

  /** Whether a change of the stream's past is found: none while it is lost, nor of polled streams before a loss. */
  #mayChange(stream: number): boolean {
    const { losses, reconciliationMs } = this.options;
    return !this.#lost.has(stream) && !(losses === true && reconciliationMs !== undefined);
  }

  async #close(): Promise<void> {
    const active = this.storage.events.active();
    const event = active[this.#pick(Math.max(1, active.length))];
    if (event === undefined) return;
    await this.harness.instance(event.instance_id).ask({ type: "close_event", eventId: event.id, by: BY })
      .catch(() => {});
  }

  async #keysHaveOneEvent(): Promise<void> {
    const active = (await this.records()).filter((record) => record.is_active);
    const keys = active.map(({ instance_id, rule_id }) => `${instance_id}/${rule_id}`);
    assertEquals(new Set(keys).size, keys.length, "at most one active event a key");
    const index = await this.storage.store.list<number>({ prefix: ["event_active"] });
    assertEquals(index.map((entry) => entry.value).sort(), active.map((record) => record.id).sort());
  }

  async records(): Promise<EventRecord[]> {
    return (await this.storage.store.list<EventRecord>({ prefix: ["event"] })).map((entry) => entry.value);
  }

  async endsAsReference(): Promise<void> {
    const records = await this.records();
    for (const id of this.instances) {
      const own = records.filter((each) => each.instance_id === id && !each.flags.includes("retracted"));
      const expected = await this.#reference(id);
      const shown = (events: ReturnType<typeof seen>[]) =>
        events.map((event) => this.options.upgrades ? withoutChatter(event) : event).sort(byStart);
      assertEquals(shown(own.map(seen)), shown(expected.map(expectedOf)), `instance ${id}`);
    }
  }

  async #reference(id: number): Promise<ReferenceEvent[]> {
    const { store, assets, templates } = this.storage;
    const record = (await store.get<InstanceRecord>(["instance", id]))!.value;
    const template = await templates.get(record.template_id);
    const { deployment: { instance } } = makeDeployment({
      record,
      template: template!,
      sourceMaxAgeSeconds: 0,
      streams: storedStreams(assets),
      deployedAt: ticksFromMs(Date.parse(record.deployment_date!)),
    });
    const history = await store.list<HistoryEntry>({ prefix: ["history", id, record.deployment] });
    if (this.options.upgrades) {
      const versions = await templates.versions.list(record.template_id);
      const entries = history.map((entry) => entry.value);
      const given = {
        record,
        template: template!,
        versions,
        assets,
      };
      return upgradedReference(entries, { ...given, samples: this.plant.samples.all(), until: this.now });
    }
    const [deploy, ...rest] = commandsOf(history.map((entry) => entry.value));
    if (deploy.kind !== "deploy") throw new TypeError("A history begins with the deployment");
    const commands = rest.flatMap((command): ReferenceCommand[] => {
      if (command.kind === "first_read") {
        const known = command.known.find((known) => known.stream === command.stream);
        return [{ ...command, known, others: command.known }];
      }
      return command.kind === "close" || command.kind === "lost" ? [command] : [];
    });
    const { deployedAt } = instance;
    const samples = this.plant.samples.all();
    const { known, at: settled } = deploy;
    return referenceEvents({ instance, samples, deployedAt, known, settled, until: this.now, commands });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
    await this.test[Symbol.asyncDispose]();
  }
}

async function ofSecond({ store }: Storage, id: number): Promise<void> {
  const stored = await store.get<StreamRecord>(keys.stream(id));
  const value = { ...stored!.value, source_id: SECOND };
  await store.commit({ mutations: [{ type: "set", key: keys.stream(id), value }] }, MAIN_LANE);
}

export async function instanceOf(
  storage: Storage,
  { name, stream, rule }: { name: string; stream: string; rule: Record<string, unknown> },
): Promise<number> {
  const { id: package_id } = await storage.packages.create({ name, description: "" }, BY);
  const { rules, placeholders } = templateBody(package_id);
  const template = await storage.templates.create({
    name,
    description: "",
    category: "health",
    color: "#0b57a8",
    package_id,
    rules: rules.map((each) => ({ ...RULE, ...each, ...rule })) as never,
    placeholders: placeholders.map((one) => ({
      default_value: null,
      max_age_seconds: null,
      ...one,
    })) as never,
  }, BY);
  const instance = await storage.instances.create({
    template_id: template.id,
    instance_name: name,
    plant_node_floc_id: null,
    bindings: { PUMP: { stream_name: stream }, LIMIT: { value: 80 } },
  }, BY);
  return instance.id;
}

function seen(record: EventRecord) {
  const { rule_id, start_time, activated_at, end_time, closed_at, close_reason, is_active } = record;
  const flags = record.flags.filter((flag) => flag !== "late_detected");
  return { rule_id, start_time, activated_at, end_time, closed_at, close_reason, is_active, flags };
}

function expectedOf(event: ReferenceEvent): ReturnType<typeof seen> {
  const iso = (at: Ticks | null) => at === null ? null : isoFromTicks(at);
  return {
    rule_id: event.ruleId,
    start_time: isoFromTicks(event.start),
    activated_at: isoFromTicks(event.activatedAt),
    end_time: iso(event.endAt),
    closed_at: iso(event.closedAt),
    close_reason: event.reason === "deleted" ? "manual" : event.reason,
    is_active: event.endAt === null,
    flags: [
      ...(event.initial ? ["initial" as const] : []),
      ...(event.chattering ? ["chattering" as const] : []),
    ],
  };
}

/** A rule of a new version chatters on what was known of the old one then. */
function withoutChatter(event: ReturnType<typeof seen>): ReturnType<typeof seen> {
  return { ...event, flags: event.flags.filter((flag) => flag !== "chattering") };
}

function byStart(a: ReturnType<typeof seen>, b: ReturnType<typeof seen>): number {
  const one = `${a.start_time} ${a.rule_id}`, other = `${b.start_time} ${b.rule_id}`;
  return one < other ? -1 : one > other ? 1 : 0;
}
