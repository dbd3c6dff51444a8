import { assert, assertEquals, assertMatch } from "@std/assert";
import type { AndonClient } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { command } from "../support/backup_command.ts";
import { eventually } from "../support/eventually.ts";
import { startS3Server } from "../support/s3_server.ts";

/** Values of 60 KB, so that the store is larger than the limit that the test sets. */
const FILLERS = 100;
const FILE_LIMIT = 5_000_000;

function fill(store: string): Promise<void> {
  return Deno.openKv(store).then(async (kv) => {
    for (let n = 0; n < FILLERS; n++) {
      await kv.set(["filler", n], crypto.getRandomValues(new Uint8Array(60_000)));
    }
    kv.close();
  });
}

async function backupsWhen(client: AndonClient, state: string) {
  return await eventually(`backups are ${state}`, async () => {
    const { data } = await client.ok("GET", "/api/backups");
    return data.state === state && !data.is_running ? data : undefined;
  });
}

async function systemEvents(client: AndonClient): Promise<string[]> {
  const { data } = await client.ok("GET", "/api/rule-events/history?category=system&limit=10");
  return data.map((row: { event_name: string; is_active: boolean }) =>
    `${row.event_name} ${row.is_active ? "stands" : "is over"}`
  );
}

Deno.test("with the rights of start, Andon backs up by itself, and shows and restores it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const dataDir = `${folder}/data`, backups = `${folder}/backups`;
    await Deno.mkdir(backups);
    await using andon = await AndonProcess.start({ dataDir, allow: "", environment: { BACKUP_TO: backups } });
    const client = await andon.client();
    const { to, newest, kept, failure } = await backupsWhen(client, "good");
    assertEquals([to, kept, failure], ["folder", 1, null]);
    const metrics = await (await fetch(`${andon.baseUrl}/metrics`)).text();
    assertMatch(metrics, /^andon_backups_kept 1$/m);
    assertMatch(metrics, /^andon_backup_failures 0$/m);
    for (const name of ["backup_age_seconds", "backup_proof_age_seconds", "backup_bytes"]) {
      assertMatch(metrics, new RegExp(`^andon_${name} [\\d.]+$`, "m"));
    }
    const { code, lines } = await command(["restore", `${backups}/${newest.file}`], {
      DATA_DIR: `${folder}/restored`,
    });
    assertEquals([code, lines], [0, [""]]);
    assertEquals(await andon.stop(), 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("with the rights of start, Andon backs up to a bucket by itself, and restores by its name there", async () => {
  const folder = await Deno.makeTempDir(), dataDir = `${folder}/data`;
  await using server = await startS3Server();
  try {
    const environment = {
      BACKUP_TO: `s3://${server.bucket}/andon`,
      BACKUP_S3_ENDPOINT: server.endpoint,
      BACKUP_S3_KEY_ID: server.keyId,
      BACKUP_S3_SECRET: server.secret,
    };
    await using andon = await AndonProcess.start({ dataDir, allow: server.host, environment });
    const { to, kept, newest } = await backupsWhen(await andon.client(), "good");
    assertEquals([to, kept], ["bucket", 1]);
    assert(!andon.log.includes(server.secret));
    const again = { ...environment, OUTBOUND_ALLOW: server.host, DATA_DIR: `${folder}/again` };
    const listed = await command(["restore"], again);
    assertEquals([listed.code, listed.stdout, listed.lines], [0, `${newest.file}\n`, [""]]);
    const absent = await command(["restore", "andon-monday.sqlite"], again);
    assertEquals([absent.code, absent.lines], [2, [
      'There is no backup "andon-monday.sqlite" at BACKUP_TO, and no such file in this folder',
    ]]);
    const refused = await command(["restore", newest.file], { ...again, BACKUP_S3_KEY_ID: "another" });
    assertEquals([refused.code, refused.lines.length], [2, 1]);
    assertMatch(refused.lines[0]!, /^BACKUP_TO: The bucket ".*it answered 403/);
    const restored = await command(["restore", newest.file], again);
    assertEquals([restored.code, restored.lines], [0, [""]]);
    assertMatch(restored.stdout, /, 1 user; schema \d+/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a full disk is an event with its reason, leaves no backup, and ends with one that succeeds", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const dataDir = `${folder}/data`, backups = `${folder}/backups`, environment = { BACKUP_TO: backups };
    await Deno.mkdir(backups);
    await using first = await AndonProcess.start({ dataDir, allow: "" });
    assertEquals(await first.stop(), 0);
    await fill(`${dataDir}/andon.sqlite`);
    const limited = { dataDir, allow: "", environment, limitable: true };
    await using full = await AndonProcess.start(limited);
    limitFiles(full.pid);
    const client = await full.client();
    const { failure, newest } = await backupsWhen(client, "failed");
    assertEquals(newest, null);
    assertMatch(failure.reason, /disk|space|too large/i);
    assertEquals(await systemEvents(client), ["Backup failed stands"]);
    assertEquals(await Array.fromAsync(Deno.readDir(backups)), []);
    await full.kill();
    await using again = await AndonProcess.start({ ...limited, port: full.port });
    await backupsWhen(client, "good");
    assertEquals(await systemEvents(client), ["Backup failed is over"]);
    assertEquals(await again.stop(), 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function limitFiles(pid: number): void {
  const args = ["--pid", String(pid), `--fsize=${FILE_LIMIT}:unlimited`];
  assert(new Deno.Command("prlimit", { args }).outputSync().success, "prlimit is there");
}
