import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fingerprintOf } from "../../storage/secrets.ts";
import { BackupRefused } from "../../storage/backup/backup_refused.ts";
import { restoreBackup } from "../../storage/backup/restore.ts";
import { writeBackup } from "../../storage/backup/write.ts";
import { keys } from "../../storage/keys.ts";
import { lockBeside } from "../../storage/store/lock.ts";
import { CLIENT_SECRET, makeStore, openStored, randomBytes, STORED_KEY } from "../support/stored_plant.ts";
import { hashOf } from "../../storage/access/token_hashes.ts";

const MODE = 0o777;

interface Scene extends AsyncDisposable {
  folder: string;
  store: string;
  /** Where the backup goes. */
  file: string;
  /** Where it is restored to; does not exist yet. */
  target: string;
  back(): Promise<void>;
  restore(given?: { current?: Uint8Array; previous?: Uint8Array; store?: string }): Promise<unknown>;
  names(path?: string): Promise<string[]>;
}

async function scene(): Promise<Scene> {
  const folder = await Deno.makeTempDir();
  const store = await makeStore(folder);
  const file = `${folder}/backup.sqlite`, target = `${folder}/deep/target`;
  return {
    folder,
    store,
    file,
    target,
    back: async () => void await writeBackup({ store, file, now: Date.now, random: randomBytes }),
    restore: ({ current = STORED_KEY, previous, store: to = `${target}/andon.sqlite` } = {}) =>
      restoreBackup({
        backup: file,
        dataDir: target,
        store: to,
        secretsKeys: { current, previous },
        random: randomBytes,
      }),
    names: async (path = folder) => (await Array.fromAsync(Deno.readDir(path), ({ name }) => name)).sort(),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function refused(work: Promise<unknown>, words: string): Promise<void> {
  const error = await assertRejects(() => work, BackupRefused);
  assertStringIncludes(error.message, words);
}

async function change(path: string, edit: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) {
  await Deno.writeFile(path, edit(await Deno.readFile(path)));
}

Deno.test("a backup and its manifest are readable by their owner only, and no other file is left", async () => {
  await using on = await scene();
  await on.back();
  // SQLite itself may leave the store's log beside it, empty.
  const names = (await on.names()).filter((name) => !/-(wal|shm)$/.test(name));
  assertEquals(names, ["andon.sqlite", "andon.sqlite.lock", "backup.sqlite", "backup.sqlite.json"]);
  for (const path of [on.file, `${on.file}.json`]) {
    assertEquals((await Deno.stat(path)).mode! & MODE, 0o600, path);
  }
  const manifest = JSON.parse(await Deno.readTextFile(`${on.file}.json`));
  assertEquals([manifest.v, manifest.records.package, manifest.records.user], [1, 50, 1]);
});

Deno.test("a restored store is the one that was backed up, its secrets still sealed", async () => {
  await using on = await scene();
  await on.back();
  const bytes = new TextDecoder("latin1").decode(await Deno.readFile(on.file));
  assert(!bytes.includes(CLIENT_SECRET), "the backup does not contain the secret");
  await on.restore();
  assertEquals(await on.names(on.target), ["andon.sqlite", "andon.sqlite.lock"]);
  assertEquals((await Deno.stat(`${on.target}/andon.sqlite`)).mode! & MODE, 0o600);
  const [original, restored] = [await openStored(on.store), await openStored(`${on.target}/andon.sqlite`)];
  try {
    assertEquals(restored.packages.list(), original.packages.list());
    assertEquals(restored.access.users(), original.access.users());
    const page = { limit: 1_000, offset: 0 };
    const [newest, ...before] = (await restored.audit.list(page)).rows;
    assertEquals(before, (await original.audit.list(page)).rows);
    const { head } = await original.auditSeals.head();
    assertEquals([newest.action, newest.resource_type], ["restored", "store"]);
    assertEquals((newest.after as { head: string }).head, head);
    await restored.auditSeals.sealAll();
    const { is_whole, entries } = await restored.auditSeals.verify({});
    assertEquals([is_whole, entries], [true, before.length + 1]);
    assertEquals((await restored.sources.settings())?.secrets.client_secret, CLIENT_SECRET);
  } finally {
    await original.close();
    await restored.close();
  }
});

Deno.test("a wall screen stays signed in after a restart and after a restore, and its record is checked", async () => {
  await using on = await scene();
  const stored = await openStored(on.store);
  const token = stored.screens.newToken();
  const draft = { name: "Line 3", start_page: "/wall", cookie: "host", address: "192.0.2.7" } as const;
  const tokenHash = hashOf(token);
  const by = { name: "admin", role: "admin" } as const;
  await stored.screens.create({ ...draft, tokenHash, userAgent: null }, by);
  await stored.close();
  await on.back();
  await on.restore();
  for (const path of [on.store, `${on.target}/andon.sqlite`]) {
    const opened = await openStored(path);
    assertEquals(opened.screens.use(token, "192.0.2.7")?.name, "Line 3", path);
    await opened.close();
  }
  await Promise.all([on.file, `${on.file}.json`].map((path) => Deno.remove(path)));
  const kv = await Deno.openKv(on.store);
  await kv.set(keys.screen(1), { v: 99, id: 1 });
  kv.close();
  await refused(on.back(), "version 99");
});

Deno.test("a backup overwrites no existing file", async () => {
  await using on = await scene();
  for (const path of [on.file, `${on.file}.json`]) {
    await Deno.writeTextFile(path, "mine");
    await refused(on.back(), `"${path}" exists already`);
    assertEquals(await Deno.readTextFile(path), "mine");
    await Deno.remove(path);
  }
});

Deno.test("a backup of no store, of something else and into no folder is refused and leaves nothing", async () => {
  await using on = await scene();
  const before = await on.names();
  const given = { store: on.store, file: on.file, now: Date.now, random: randomBytes };
  await refused(writeBackup({ ...given, store: `${on.folder}/none` }), "There is no store");
  await refused(writeBackup({ ...given, file: `${on.folder}/none/b` }), "create it first");
  await refused(writeBackup({ ...given, file: `${on.store}/b` }), "cannot be written to");
  await Deno.writeTextFile(`${on.folder}/andon.sqlite.lock`, "x".repeat(8_192));
  await refused(writeBackup({ ...given, store: `${on.folder}/andon.sqlite.lock` }), "cannot be copied");
  const kv = await Deno.openKv(`${on.folder}/other`);
  await kv.set(["a"], 1);
  kv.close();
  await refused(writeBackup({ ...given, store: `${on.folder}/other` }), "not a store of Andon");
  assertEquals((await on.names()).filter((name) => !name.startsWith("other")), before);
});

Deno.test("a backup of a store with damaged pages is refused and leaves nothing", async () => {
  await using on = await scene();
  await change(on.store, (bytes) => bytes.fill(0xff, 4_096 * 3, 4_096 * 6));
  await refused(on.back(), "cannot be copied");
  assertEquals((await on.names()).filter((name) => name.includes("backup")), []);
});

Deno.test("a backup whose records this program cannot read is refused", async () => {
  for (
    const [key, value, words] of [
      [keys.package(1), { v: 99, id: 1 }, "version 99"],
      [keys.package(1), "text", "is not a record"],
      [keys.meta("schema"), { v: 1, schema: 10_000 }, "newer Andon"],
    ] as const
  ) {
    await using on = await scene();
    const kv = await Deno.openKv(on.store);
    await kv.set(key, value);
    kv.close();
    await refused(on.back(), words);
    assertEquals((await on.names()).filter((name) => name.includes("backup")), []);
  }
});

const DAMAGES: { what: string; words: string; damage(on: Scene): Promise<void> }[] = [
  { what: "one changed bit", words: "SHA-256", damage: (on) => change(on.file, flipped) },
  { what: "a cut file", words: "bytes", damage: (on) => change(on.file, (bytes) => bytes.slice(0, -1)) },
  {
    what: "a longer file",
    words: "bytes",
    damage: (on) => change(on.file, (b) => new Uint8Array([...b, 0])),
  },
  { what: "an empty file", words: "0 bytes", damage: (on) => change(on.file, () => new Uint8Array()) },
  { what: "no manifest", words: "There is no", damage: (on) => Deno.remove(`${on.file}.json`) },
  { what: "no file", words: "There is no", damage: (on) => Deno.remove(on.file) },
  {
    what: "a manifest cut short",
    words: "is not the manifest",
    damage: (on) => change(`${on.file}.json`, (bytes) => bytes.slice(0, 40)),
  },
  {
    what: "a manifest of other records",
    words: "other records",
    damage: (on) => edited(on, (manifest) => manifest.records.package = 49),
  },
  {
    what: "a manifest of another store",
    words: "other records",
    damage: (on) => edited(on, (manifest) => manifest.store_id = "another"),
  },
];

function flipped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  bytes[bytes.length >> 1] ^= 1;
  return bytes;
}

// deno-lint-ignore no-explicit-any -- a manifest, to be spoilt
async function edited(on: Scene, edit: (manifest: any) => void): Promise<void> {
  const manifest = JSON.parse(await Deno.readTextFile(`${on.file}.json`));
  edit(manifest);
  await Deno.writeTextFile(`${on.file}.json`, JSON.stringify(manifest));
}

for (const { what, words, damage } of DAMAGES) {
  Deno.test(`a backup with ${what} is not restored, and nothing is left behind`, async () => {
    await using on = await scene();
    await on.back();
    await damage(on);
    const before = await on.names();
    await refused(on.restore(), words);
    assertEquals(await on.names(), before);
  });
}

Deno.test("a backup is not restored with another key, and nothing is left behind", async () => {
  await using on = await scene();
  await on.back();
  const before = await on.names();
  await refused(
    on.restore({ current: new Uint8Array(32).fill(8) }),
    "SECRETS_KEY does not decrypt the backup",
  );
  assertEquals(await on.names(), before);
  const other = new Uint8Array(32).fill(8);
  const prints = [STORED_KEY, other].map(fingerprintOf);
  await refused(
    on.restore({ current: other }),
    `with the fingerprint ${prints[0]}; this one has ${prints[1]}`,
  );
  await Deno.mkdir(on.target, { recursive: true });
  await refused(on.restore({ current: new Uint8Array(32).fill(8) }), "SECRETS_KEY");
  assertEquals(await on.names(on.target), [], "an empty folder that was there stays so");
});

Deno.test("a backup is restored with its key as the previous one too", async () => {
  await using on = await scene();
  await on.back();
  await on.restore({ current: new Uint8Array(32).fill(8), previous: STORED_KEY });
  assert((await on.names(on.target)).includes("andon.sqlite"));
});

Deno.test("a backup is restored only into an empty folder without a store", async () => {
  await using on = await scene();
  await on.back();
  await Deno.mkdir(on.target, { recursive: true });
  await Deno.writeTextFile(`${on.target}/mine`, "mine");
  await refused(on.restore(), "is not empty (it contains mine)");
  assertEquals(await on.names(on.target), ["mine"]);
  await Deno.remove(`${on.target}/mine`);
  for (const end of ["", "-wal", "-shm", "-journal"]) {
    const other = `${on.folder}/elsewhere`;
    await Deno.writeTextFile(`${other}${end}`, "");
    await refused(on.restore({ store: other }), "exists already");
    await Deno.remove(`${other}${end}`);
  }
  await on.restore();
  await refused(on.restore(), "is not empty");
});

Deno.test("a backup is not restored while an Andon starts in the same place", async () => {
  await using on = await scene();
  await on.back();
  const store = `${on.folder}/elsewhere`;
  const lock = await lockBeside(store);
  try {
    const before = await on.names();
    await refused(on.restore({ store }), "in use by another process");
    assertEquals(await on.names(), before);
  } finally {
    lock.release();
  }
});

Deno.test("a backup of a killed process's store contains its write-ahead log", async () => {
  await using on = await scene();
  const storage = await openStored(on.store);
  await storage.packages.create({ name: "In the log", description: "" }, { name: "t", role: "admin" });
  const killed = `${on.folder}/killed`;
  await Deno.mkdir(killed);
  for (const end of ["", "-wal"]) await Deno.copyFile(`${on.store}${end}`, `${killed}/andon.sqlite${end}`);
  await storage.close();
  const given = { store: `${killed}/andon.sqlite`, file: on.file, now: Date.now, random: randomBytes };
  assertEquals((await writeBackup(given)).records.package, 51);
});
