import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { targetAt } from "../../connectors/backups/target.ts";
import { backupName } from "../../domain/backup/name.ts";
import type { BackupPlace, BackupTarget } from "../../domain/backup/target.ts";
import { backupAt } from "../../services/backups/kept.ts";
import { takeBackup, type TakeOptions } from "../../services/backups/take.ts";
import { restoreBackup } from "../../storage/backup/restore.ts";
import { freePort } from "../support/free_port.ts";
import { type S3Server, startS3Server } from "../support/s3_server.ts";
import { makeStore, openStored, randomBytes, STORED_KEY } from "../support/stored_plant.ts";

const DAY_MS = 86_400_000;
const PROXY = { https: null, http: null, no: "" };

interface Scene extends AsyncDisposable {
  folder: string;
  storeId: string;
  target: BackupTarget;
  /** Backs up as of so many days later. */
  take(options?: Partial<TakeOptions> & { days?: number }): ReturnType<typeof takeBackup>;
  /** Restores one from the target elsewhere, and counts its packages. */
  packagesOf(name: string): Promise<number>;
}

/** Makes a store larger by so many values of 60 KB. */
async function fill(store: string, fillers: number): Promise<void> {
  const kv = await Deno.openKv(store);
  for (let n = 0; n < fillers; n++) await kv.set(["filler", n], randomBytes(60_000));
  kv.close();
}

function guard(allow = "") {
  return createOutboundGuard({ allow, alwaysAllow: [] });
}

async function sceneOf(place: BackupPlace, outbound = guard(), fillers = 0): Promise<Scene> {
  const folder = await Deno.makeTempDir();
  const store = await makeStore(folder);
  await fill(store, fillers);
  const stored = await openStored(store);
  const storeId = stored.id;
  const target = targetAt(place, { outbound, proxy: PROXY });
  const startMs = Date.UTC(2026, 0, 1, 2);
  return {
    folder,
    storeId,
    target,
    take: ({ days = 0, ...options } = {}) =>
      takeBackup({
        target,
        store,
        storeId,
        secretsKeys: { current: STORED_KEY },
        work: `${folder}/backup-work`,
        keep: { days: 14, weeks: 8, timeZone: "UTC" },
        now: () => startMs + days * DAY_MS,
        random: randomBytes,
        ...options,
      }),
    async packagesOf(name) {
      const dataDir = `${folder}/${crypto.randomUUID()}`, backup = await backupAt(target, name);
      assert(backup !== undefined, name);
      await restoreBackup({
        backup,
        dataDir,
        store: `${dataDir}/andon.sqlite`,
        secretsKeys: { current: STORED_KEY },
        random: randomBytes,
      });
      const restored = await openStored(`${dataDir}/andon.sqlite`);
      const count = restored.packages.list().length;
      await restored.close();
      return count;
    },
    async [Symbol.asyncDispose]() {
      await stored.close();
      await target[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** The same facts hold of a folder and of a bucket. */
interface Way {
  name: string;
  scene(): Promise<Scene>;
}

async function inFolder(): Promise<Scene> {
  const path = await Deno.makeTempDir();
  const scene = await sceneOf({ kind: "folder", path });
  return {
    ...scene,
    async [Symbol.asyncDispose]() {
      await scene[Symbol.asyncDispose]();
      await Deno.remove(path, { recursive: true });
    },
  };
}

function placeAt(server: S3Server): Extract<BackupPlace, { kind: "bucket" }> {
  const { endpoint, bucket, keyId, secret } = server;
  return { kind: "bucket", endpoint, region: "us-east-1", bucket, prefix: "plant/andon/", keyId, secret };
}

async function inBucket(fillers?: number): Promise<Scene> {
  const server = await startS3Server();
  const scene = await sceneOf(placeAt(server), guard(server.host), fillers);
  return {
    ...scene,
    async [Symbol.asyncDispose]() {
      await scene[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const WAYS: Way[] = [{ name: "a folder", scene: inFolder }, { name: "a bucket", scene: () => inBucket() }];

for (const { name, scene } of WAYS) {
  Deno.test(`a scheduled backup to ${name} is proved, restores, and leaves nothing on the way`, async () => {
    await using on = await scene();
    const { kept, tidyFailure } = await on.take();
    const expected = backupName(on.storeId, Date.UTC(2026, 0, 1, 2));
    assertEquals([kept.count, kept.newest?.name, tidyFailure], [1, expected, null]);
    assertEquals((await on.target.names()).sort(), [expected, `${expected}.json`]);
    const { bytes, proved_at } = JSON.parse(await on.target.text(`${expected}.json`) ?? "");
    assertEquals([bytes, proved_at], [kept.newest?.bytes, "2026-01-01T02:00:00.000Z"]);
    const names = await Array.fromAsync(Deno.readDir(on.folder), ({ name }) => name);
    assert(!names.includes("backup-work"), names.join());
    assertEquals(await on.packagesOf(expected), 50);
  });

  Deno.test(`${name} keeps by the rule, and what is not a backup of this store stays`, async () => {
    await using on = await scene();
    const others = [backupName("fedcba9876543210", Date.UTC(2025, 0, 1)), "notes.txt"];
    for (const other of others) await on.target.storeText(other, "mine");
    const keep = { days: 2, weeks: 1, timeZone: "UTC" };
    for (let days = 0; days < 4; days++) await on.take({ days, keep });
    const kept = [2, 3].map((days) => backupName(on.storeId, Date.UTC(2026, 0, 1 + days, 2)));
    const expected = [...others, ...kept.flatMap((one) => [one, `${one}.json`])].sort();
    assertEquals((await on.target.names()).sort(), expected);
  });

  Deno.test(`a backup to ${name} that does not restore is no backup, and the ones before stay`, async () => {
    await using on = await scene();
    await on.take();
    const before = (await on.target.names()).sort();
    const wrong = { current: new Uint8Array(32).fill(8) };
    const error = await assertRejects(() => on.take({ days: 1, secretsKeys: wrong }), Error);
    assertStringIncludes(error.message, "SECRETS_KEY does not decrypt the backup");
    const fetch = on.target.fetch.bind(on.target);
    const damaged: BackupTarget = {
      ...on.target,
      async fetch(name, file) {
        await fetch(name, file);
        await Deno.truncate(file, 4_096);
      },
    };
    const { message } = await assertRejects(() => on.take({ days: 1, target: damaged }), Error);
    assertStringIncludes(message, "it is damaged");
    assertEquals((await on.target.names()).sort(), before);
  });

  Deno.test(`what a run to ${name} left when it ended in the middle is no backup and is removed`, async () => {
    await using on = await scene();
    const cut = backupName(on.storeId, Date.UTC(2025, 11, 31, 2));
    for (const left of [cut, `${cut}.part`, `${backupName(on.storeId, 0)}.json`]) {
      await on.target.storeText(left, "half of it");
    }
    await Deno.mkdir(`${on.folder}/backup-work`);
    await Deno.writeTextFile(`${on.folder}/backup-work/backup.sqlite`, "half of it");
    const { kept } = await on.take();
    assertEquals([kept.count, kept.newest?.atMs], [1, Date.UTC(2026, 0, 1, 2)]);
    assertEquals((await on.target.names()).length, 2);
  });
}

Deno.test("a folder that is missing, or cannot be written to, fails with its path", async () => {
  for (const path of ["/nowhere/backups", "/proc/1"]) {
    await using on = await sceneOf({ kind: "folder", path });
    const { message } = await assertRejects(() => on.take(), Error);
    assertStringIncludes(message, path);
  }
});

Deno.test("backups in a folder can be read by their owner only", async () => {
  await using on = await inFolder();
  const { kept } = await on.take();
  for (const name of [kept.newest!.name, `${kept.newest!.name}.json`]) {
    const copy = `${on.folder}/copy`;
    await on.target.fetch(name, copy);
    assertEquals((await Deno.stat(copy)).mode! & 0o777, 0o600, name);
    await Deno.remove(copy);
  }
});

Deno.test("a store of more than one part goes to a bucket whole", async () => {
  await using on = await inBucket(600);
  const { kept } = await on.take();
  assert(kept.newest!.bytes > 2 * 16 * 1024 * 1024, String(kept.newest!.bytes));
  assertEquals(await on.packagesOf(kept.newest!.name), 50);
});

Deno.test("a bucket that does not exist, does not answer or is not allowed is named with the reason", async () => {
  await using server = await startS3Server();
  const place = placeAt(server), allowed = guard("127.0.0.1");
  for (
    const [changed, outbound, words] of [
      [{ bucket: "another-one" }, allowed, /The bucket "another-one" at http:\S+: there is no such bucket/],
      [{ endpoint: `http://127.0.0.1:${freePort()}` }, allowed, /at http:\S+: nothing answers there/],
      [{}, guard(), /127.0.0.1 is a loopback address; add it to OUTBOUND_ALLOW/],
      [{}, guard("only:10.0.0.1"), /is not listed in OUTBOUND_ALLOW/],
    ] as const
  ) {
    await using on = await sceneOf({ ...place, ...changed }, outbound);
    const { message } = await assertRejects(() => on.take(), Error);
    assert(words.test(message), message);
  }
});
