import { assert, assertEquals } from "@std/assert";
import { folderTarget } from "../../connectors/backups/folder.ts";
import { keptAt } from "../../services/backups/kept.ts";
import { takeBackup } from "../../services/backups/take.ts";
import { restoreBackup } from "../../storage/backup/restore.ts";
import { seeded } from "../support/seeded.ts";
import { makeStore, openStored, randomBytes, STORED_KEY } from "../support/stored_plant.ts";

const KILLS = 12;
const LONGEST_LIFE_MS = 900;

Deno.test("after a SIGKILL in the middle of a backup every file with a manifest restores, and the next run tidies", async () => {
  const folder = await Deno.makeTempDir(), random = seeded(36);
  try {
    const store = await makeStore(folder), target = `${folder}/backups`, work = `${folder}/backup-work`;
    await Deno.mkdir(target);
    await using stored = await openHere(store);
    let incomplete = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      await killed([store, target, work, stored.id], random() * LONGEST_LIFE_MS);
      const names = await Array.fromAsync(Deno.readDir(target), ({ name }) => name);
      const whole = names.filter((name) => name.endsWith(".sqlite") && names.includes(`${name}.json`));
      for (const name of whole) await restored(`${target}/${name}`, `${folder}/restored-${kill}-${name}`);
      if (names.length > 2 * whole.length || await isThere(work)) incomplete++;
    }
    assert(incomplete > 0, "some kills came in the middle");
    await takeBackup({
      target: folderTarget(target),
      store,
      storeId: stored.id,
      secretsKeys: { current: STORED_KEY },
      work,
      keep: { days: 2, weeks: 0, timeZone: "UTC" },
      now: Date.now,
      random: randomBytes,
    });
    const { count } = await keptAt(folderTarget(target), stored.id);
    assertEquals((await Array.fromAsync(Deno.readDir(target))).length, 2 * count);
    assertEquals(await isThere(work), false);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function openHere(store: string) {
  const stored = await openStored(store);
  return { id: stored.id, [Symbol.asyncDispose]: () => stored.close() };
}

async function killed(args: string[], lifeMs: number): Promise<void> {
  const program = new URL("../support/backup_taker.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--lock=tests/deno.lock", program, ...args],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  child.kill("SIGKILL");
  await reader.cancel();
  await child.status;
}

async function restored(file: string, dataDir: string): Promise<void> {
  await restoreBackup({
    backup: file,
    dataDir,
    store: `${dataDir}/andon.sqlite`,
    secretsKeys: { current: STORED_KEY },
    random: randomBytes,
  });
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
