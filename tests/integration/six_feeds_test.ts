import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import type { GenerationPointer } from "../../actors/evaluation/contract.ts";
import { unpackSnapshot } from "../../domain/evaluation/snapshot/snapshot.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { AnyCommit } from "../../domain/shared/commit.ts";
import { msFromTicks } from "../../domain/shared/time.ts";
import { shardsOf } from "../../main/opened_store.ts";
import { parseSettings } from "../../settings/settings.ts";
import { restoreBackup } from "../../storage/backup/restore.ts";
import { writeBackup } from "../../storage/backup/write.ts";
import { keys } from "../../storage/keys.ts";
import { openStorage } from "../../storage/open.ts";
import type { KvBackend } from "../../storage/store/backend.ts";
import { SECRETS_KEY } from "../support/andon_process.ts";
import { instanceOf } from "../support/correction_story.ts";
import { SIGNUP } from "../support/memory_source.ts";
import { FORMER, SHARDS, SixFeeds, writeSixFeeds } from "../support/six_feeds.ts";
import { random } from "../unit/storage/support.ts";

async function pointerOf({ kv }: SixFeeds): Promise<GenerationPointer> {
  const { value } = await kv.get<GenerationPointer>(keys.generation());
  if (value === null) throw new TypeError("There is no pointer");
  return value;
}

const signups = ({ plant }: SixFeeds) => [...plant.signups.keys()].toSorted();

/** A process that is killed at its nth commit. */
const killedAt = (commits: number) => (backend: KvBackend): KvBackend => ({
  ...backend,
  write: (atomic) => commits-- > 0 ? backend.write(atomic) : Promise.reject(new Error("killed")),
});

/** The ids under which events were known before are those of the same events now. */
function keepTheirIds(before: readonly EventRecord[], after: readonly EventRecord[]): void {
  const idOf = new Map(
    after.map((event) => [`${event.instance_id}/${event.rule_id}/${event.start_time}`, event.id]),
  );
  for (const { id, instance_id, rule_id, start_time } of before) {
    const now = idOf.get(`${instance_id}/${rule_id}/${start_time}`);
    assert(now === undefined || now === id, `event ${id} has become ${now}`);
  }
}

Deno.test("the fixture has PENDING rules, open corrections and commands to repeat, which no feed has finished", async () => {
  using kv = await Deno.openKv(":memory:");
  await writeSixFeeds(kv);
  const chunks = await Array.fromAsync(kv.list<{ kind?: string }>({ prefix: ["generation_chunk"] }));
  const pending = Array.from({ length: SHARDS }, (_, shard) => {
    const own = chunks.filter(({ key, value }) => key[2] === shard && value.kind === undefined);
    const { rules } = unpackSnapshot(own.map(({ value }) => value) as never, () => true);
    return rules.phase.filter((phase) => phase === 1).length;
  });
  assert(pending.some((count) => count > 0), `${pending} PENDING rules by shard`);
  const corrections = await Array.fromAsync(kv.list({ prefix: ["correction"] }));
  assert(corrections.length > 3);
  const journal = await Array.fromAsync(kv.list<{ kind: string }>({ prefix: ["journal"] }));
  const kinds = new Set(journal.map(({ value }) => value.kind));
  for (const kind of ["opened", "deployed", "ended", "corrected"]) assert(kinds.has(kind), kind);
});

Deno.test("a store of six feeds is evaluated on by one, as if there had never been others", async () => {
  await using on = await SixFeeds.begin();
  const before = await on.events();
  await on.start();
  await on.settle();
  const { expected } = await on.endsAsReference();
  keepTheirIds(before, await on.events());
  assert(expected > 50, `${expected} events`);
  const { merged, position } = await pointerOf(on);
  assertEquals([merged, position?.signupId, signups(on)], [undefined, SIGNUP, [SIGNUP]]);
  assertEquals(on.plant.opened, 1, "the signup that the first of them had is gone on with, and not deleted");
});

Deno.test("it is killed while it becomes one feed, and again while the former feeds are read", async () => {
  await using on = await SixFeeds.begin();
  const before = await on.events();
  await assertRejects(() => on.start({ wrap: killedAt(4) }));
  assert(await on.kv.get(["cut"]).then(({ value }) => value !== null), "in the midst of the migration");
  await on.end();
  on.plant.pageSize = () => 1;
  await on.start();
  on.harness.isLast = ({ mutations }) => mutations.some(({ key }) => key[0] === "correction");
  assertEquals(await on.harness.settle(), false, "killed");
  const { merged } = await pointerOf(on);
  assertEquals([merged?.former.length, signups(on)], [SHARDS, [SIGNUP, ...FORMER]]);
  await on.end();
  await on.start();
  await on.settle();
  await on.endsAsReference();
  keepTheirIds(before, await on.events());
  assertEquals(signups(on), [SIGNUP]);
});

for (const generationMs of [0, 1_000]) {
  Deno.test(`it may be killed at any commit on the way (a generation every ${generationMs} ms)`, async () => {
    for (let commits = 1; commits < 60; commits += 7) {
      await using on = await SixFeeds.begin({ generationMs });
      const before = await on.events();
      await on.start();
      on.harness.commitsLeft = commits;
      on.harness.isLastWritten = commits % 2 === 0;
      while (!on.harness.isCut) await on.harness.settle();
      await on.end();
      await on.start();
      await on.settle();
      await on.endsAsReference();
      keepTheirIds(before, await on.events());
      assertEquals([commits, signups(on), (await pointerOf(on)).merged], [commits, [SIGNUP], undefined]);
    }
  });
}

const setsPointer = ({ mutations }: AnyCommit) => mutations.some(({ key }) => key[0] === "generation");

for (const isWritten of [false, true]) {
  const when = isWritten ? "after" : "before";
  Deno.test(`the former signups are deleted only once a pointer does without them: a kill ${when} it`, async () => {
    await using on = await SixFeeds.begin({ generationMs: 0 });
    await on.start();
    on.harness.isLast = setsPointer;
    on.harness.isLastWritten = isWritten;
    assertEquals(await on.harness.settle(), false, "killed");
    const { merged, position } = await pointerOf(on);
    assertEquals([position !== null, merged?.former.length], [isWritten, SHARDS]);
    assertEquals(signups(on), [SIGNUP, ...FORMER]);
    await on.end();
    const { plant } = on, [stream] = plant.signups.get("andon-4")!.keys();
    plant.write({ op: "remove", stream, time: plant.samples.list(stream)[3].time });
    await on.start();
    await on.settle();
    await on.endsAsReference();
    assertEquals([signups(on), (await pointerOf(on)).merged], [[SIGNUP], undefined]);
  });
}

Deno.test("with a longer wait the source stays behind the shards for a time: all of them are evaluated as before", async () => {
  await using on = await SixFeeds.begin();
  const before = await on.events();
  await on.start({ waitSeconds: 20 });
  const { floor } = (await pointerOf(on)).merged!;
  const { plant, storage } = on;
  const stream = storage.assets.streamByName("P2")!.id, time = floor - 5_000_000;
  plant.write({ op: "upsert", stream, sample: { time, value: 95, quality: "good" } });
  const id = await instanceOf(storage, { name: "New", stream: "P2", rule: {} });
  await on.harness.instance(id).ask({ type: "deploy", by: { name: "olga", role: "operator" } });
  for (let second = 0; second < 3; second++) await on.harness.advance(1_000);
  const { watermark_ms, followed_streams } = await on.harness.status();
  assert(watermark_ms! < msFromTicks(floor) && followed_streams > 0, "it reads, and is behind the shards");
  await on.end();
  await on.start({ waitSeconds: 20 });
  await on.settle(30);
  await on.endsAsReference();
  keepTheirIds(before, await on.events());
  assertEquals((await pointerOf(on)).merged, undefined);
});

Deno.test("a change that a former feed alone has reported is found, though it is older than every watermark", async () => {
  await using on = await SixFeeds.begin();
  const { plant } = on, [stream] = plant.signups.get("andon-3")!.keys();
  const { time } = plant.samples.list(stream)[2];
  plant.write({ op: "upsert", stream, sample: { time: time + 1, value: 99, quality: "good" } });
  plant.write({ op: "remove", stream, time });
  await on.start();
  await on.settle();
  await on.endsAsReference();
});

Deno.test("without a source it waits, says for what, and forgets nothing", async () => {
  await using on = await SixFeeds.begin();
  on.plant.isAway = true;
  await on.start();
  const { watermark } = await pointerOf(on);
  for (let second = 0; second < 5; second++) await on.harness.advance(1_000);
  const { reason, state, watermark_ms } = await on.harness.status();
  assertMatch(reason!, /^the plant is away. What the store's former feeds have left waits to be read$/);
  assertEquals([state, watermark_ms], ["connecting", msFromTicks(watermark)]);
  const pointer = await pointerOf(on);
  assertEquals([pointer.watermark, pointer.position, pointer.merged?.former.length], [
    watermark,
    null,
    SHARDS,
  ]);
  on.plant.isAway = false;
  for (let second = 0; second < 40; second++) await on.harness.advance(1_000);
  await on.settle();
  assertEquals((await on.harness.status()).reason, null);
  await on.endsAsReference();
});

Deno.test("a former feed that has expired holds nothing up", async () => {
  await using on = await SixFeeds.begin();
  const { plant } = on;
  for (const name of FORMER) plant.signups.delete(name);
  await on.start();
  const { watermark } = await pointerOf(on);
  // Windows find nothing before the least watermark, so the source reports that once more.
  for (const stream of plant.signups.get(SIGNUP)!.keys()) {
    const [first] = plant.samples.list(stream);
    plant.write({ op: "removeWindow", stream, from: first.time, to: watermark });
  }
  await on.settle();
  await on.endsAsReference();
  assertEquals([signups(on), (await pointerOf(on)).merged], [[SIGNUP], undefined]);
});

Deno.test("under a configuration that no former feed serves they are left, and the pointer forgets them", async () => {
  await using on = await SixFeeds.begin();
  on.plant.isAway = true;
  await on.start();
  await on.harness.advance(1_000);
  on.plant.isAway = false;
  await on.harness.start({ changeFeed: "off" });
  assertEquals(signups(on), []);
  await on.settle(2);
  await on.harness.snapshot();
  assertEquals((await pointerOf(on)).merged?.former ?? [], []);
});

const settingsWith = (shards: number) => ({
  settings: parseSettings({ SECRETS_KEY, ACTOR_SHARDS: String(shards) }, "start", { cores: 2, tty: false }),
  log: () => {},
});

Deno.test("ACTOR_SHARDS applies once the feeds have become one, and the states go to the new shards", async () => {
  await using on = await SixFeeds.begin();
  const before = await on.events();
  await on.start();
  assertEquals(await shardsOf(settingsWith(2), on.storage), SHARDS);
  await on.settle();
  assertEquals(await shardsOf(settingsWith(2), on.storage), 2);
  await on.end();
  const { plant } = on;
  for (const stream of plant.signups.get(SIGNUP)!.keys()) {
    const time = plant.samples.list(stream).at(-1)!.time + 90_000_000;
    plant.write({ op: "upsert", stream, sample: { time, value: 88, quality: "good" } });
  }
  await on.start({ shards: 2 });
  await on.settle(12);
  await on.endsAsReference();
  keepTheirIds(before, await on.events());
});

Deno.test("a backup of a store of six feeds is restored, and becomes one feed when it is opened", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const store = `${folder}/store.sqlite`,
      file = `${folder}/backup.sqlite`,
      secretsKey = new Uint8Array(32).fill(7);
    const kv = await Deno.openKv(store);
    await writeSixFeeds(kv);
    kv.close();
    await writeBackup({ store, file, now: Date.now, random });
    const target = `${folder}/target`, path = `${target}/andon.sqlite`;
    await restoreBackup({
      backup: file,
      dataDir: target,
      store: path,
      secretsKeys: { current: secretsKey },
      random,
    });
    const storage = await openStorage({ path, now: Date.now, random, secretsKey });
    const pointer = await storage.store.get<GenerationPointer>(keys.generation());
    await storage.close();
    assertEquals([pointer?.value.shards, pointer?.value.merged?.former.length], [SHARDS, SHARDS]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
