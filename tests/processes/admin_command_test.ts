import { assertEquals, assertMatch } from "@std/assert";
import { AndonClient } from "../support/andon_client.ts";
import { ADMIN_PASSWORD, AndonProcess } from "../support/andon_process.ts";
import { command } from "../support/backup_command.ts";
import { eventually } from "../support/eventually.ts";
import { oneTimeCode } from "../support/one_time_code.ts";

/** The password that the command prints. */
function passwordIn(stdout: string): string {
  return /Its password is (\S+)/.exec(stdout)?.[1] ?? "";
}

async function signsIn(process: AndonProcess, username: string, password: string): Promise<boolean> {
  const client = new AndonClient(process.baseUrl);
  return await client.signIn(username, password).then(() => true, () => false);
}

/** From here on the password of admin is not enough. */
async function setUpCodes({ baseUrl }: AndonProcess): Promise<void> {
  const client = new AndonClient(baseUrl);
  await client.signIn("admin", ADMIN_PASSWORD);
  const begin = { current_password: ADMIN_PASSWORD };
  const { data } = await client.ok("POST", "/api/auth/second-factors/code/begin", begin);
  const code = oneTimeCode(data.secret, Date.now());
  await client.ok("POST", "/api/auth/second-factors/code", { code });
}

Deno.test("deno task admin makes a local administrator while Andon runs, and while it is stopped", async () => {
  const dataDir = await Deno.makeTempDir();
  const environment = { DATA_DIR: dataDir };
  const options = { dataDir, allow: "127.0.0.1" };
  try {
    {
      await using running = await AndonProcess.start(options);
      const mode = (path: string) => Deno.stat(path).then(({ mode }) => (mode ?? 0) & 0o777, () => undefined);
      await eventually(
        "the admin socket is open, for its owner only",
        async () => await mode(`${dataDir}/admin/socket`) === 0o600,
      );
      assertEquals(await mode(`${dataDir}/admin`), 0o700);
      await setUpCodes(running);
      assertEquals(await signsIn(running, "admin", ADMIN_PASSWORD), false);
      const reset = await command(["admin"], environment);
      assertEquals(reset.code, 0, reset.lines.join("\n"));
      assertMatch(
        reset.stdout,
        /^The administrator "admin" has a new password and no second factor, and its sessions have ended\.$/m,
      );
      assertEquals(await signsIn(running, "admin", ADMIN_PASSWORD), false);
      assertEquals(await signsIn(running, "admin", passwordIn(reset.stdout)), true);
      const wrong = await command(["admin", "two words"], environment);
      assertEquals([wrong.code, wrong.lines.length], [2, 1]);
      assertMatch(wrong.lines[0], /^The name cannot be used: Must be 1 to 100 letters/);
      await running.stop();
      assertEquals(
        (await Array.fromAsync(Deno.readDir(`${dataDir}/admin`))).length,
        0,
        "the socket goes with it",
      );
    }
    const made = await command(["admin", "anna"], environment);
    assertMatch(made.stdout, /^The administrator "anna" is created\.$/m, made.lines.join("\n"));
    {
      await using killed = await AndonProcess.start(options);
      assertEquals(await signsIn(killed, "anna", passwordIn(made.stdout)), true);
      await killed.kill();
    }
    await using again = await AndonProcess.start(options);
    const after = await command(["admin", "anna"], environment);
    assertEquals(after.code, 0, "the socket that a killed process left behind is replaced");
    assertEquals(await signsIn(again, "anna", passwordIn(after.stdout)), true);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("deno task admin makes no store, and needs the store's key", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    const none = await command(["admin"], { DATA_DIR: dataDir });
    assertEquals([none.code, none.lines], [
      2,
      [`There is no store "${dataDir}/andon.sqlite"; set DATA_DIR or KV_URL`],
    ]);
    assertEquals((await Array.fromAsync(Deno.readDir(dataDir))).length, 0);
    await (await AndonProcess.start({ dataDir, allow: "127.0.0.1" })).stop();
    const keyless = await command(["admin"], { DATA_DIR: dataDir, SECRETS_KEY: null });
    assertEquals([keyless.code, keyless.lines], [
      2,
      ["SECRETS_KEY is not set; admin needs the key of the store"],
    ]);
    const other = await command(["admin"], { DATA_DIR: dataDir, SECRETS_KEY: btoa("x".repeat(32)) });
    assertEquals([other.code, other.lines.length], [2, 1]);
    assertMatch(other.lines[0], /^SECRETS_KEY is not the key/);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});
