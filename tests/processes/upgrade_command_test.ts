import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { versionOf } from "../../main/service/layout.ts";
import { untilReady } from "../../main/service/until_ready.ts";
import { unpackBundle } from "../../main/upgrade/unpack.ts";
import { type Installed, upgrade } from "../../main/upgrade/upgrade.ts";
import { parseSettings } from "../../settings/settings.ts";
import { SettingsError } from "../../settings/settings_error.ts";
import { NEWEST_SCHEMA } from "../../storage/migrations/all.ts";
import { AndonClient, type Json } from "../support/andon_client.ts";
import { ADMIN_PASSWORD, SECRETS_KEY } from "../support/andon_process.ts";
import { builtConsole } from "../support/console_build.ts";
import { freePort } from "../support/free_port.ts";
import { ProcessSupervisor, smallBundle } from "../support/small_bundle.ts";

/** Only what hangs runs into it. */
const READY_MS = 180_000;

/** A start that leaves a store which older programs refuse, and then ends. */
const BREAKS_THE_STORE = `if [ "$1" = start ]; then
  exec "${Deno.execPath()}" eval --unstable-kv --no-config '
    const kv = await Deno.openKv(Deno.env.get("KV_URL"));
    await kv.set(["meta", "schema"], { v: 1, schema: 9999 });
    kv.close();
    Deno.exit(3);'
fi`;

/** An Andon of version 1.0.0 in a folder of its own, with one package. */
class InstalledAndon implements AsyncDisposable {
  readonly said: string[] = [];
  readonly installed: Installed;

  private constructor(readonly folder: string, readonly supervisor: ProcessSupervisor) {
    const settings = parseSettings(supervisor.environment, "start", { cores: 1, tty: false });
    this.installed = {
      link: supervisor.link,
      settings: { ...settings, secretsKey: settings.secretsKey! },
      store: settings.kvUrl,
      supervisor,
      readyMs: READY_MS,
      say: (sentence) => this.said.push(sentence),
    };
  }

  static async start(): Promise<InstalledAndon> {
    await builtConsole();
    const folder = await Deno.makeTempDir({ prefix: "andon_upgrade" });
    const environment = {
      PORT: String(freePort()),
      HOST: "127.0.0.1",
      DATA_DIR: `${folder}/data`,
      KV_URL: `${folder}/data/store.sqlite`,
      ADMIN_PASSWORD,
      SECRETS_KEY,
    };
    await Deno.mkdir(`${folder}/opt`);
    const andon = new InstalledAndon(folder, new ProcessSupervisor(`${folder}/opt/andon`, environment));
    await Deno.symlink(await andon.unpack({ version: "1.0.0" }), andon.supervisor.link);
    await andon.supervisor.start();
    assert(await untilReady(andon.installed.settings, { supervisor: andon.supervisor, withinMs: READY_MS }));
    await (await andon.client()).ok("POST", "/api/packages", { name: "Pumps" });
    return andon;
  }

  async unpack(bundle: { version: string; script?: string }): Promise<string> {
    return await unpackBundle(await smallBundle(this.folder, bundle), this.installed.link);
  }

  async upgradeTo(bundle: { version: string; script?: string }): Promise<boolean> {
    return await upgrade(await this.unpack(bundle), this.installed);
  }

  async client(): Promise<AndonClient> {
    const client = new AndonClient(`http://127.0.0.1:${this.installed.settings.port}`);
    await client.signIn("admin", ADMIN_PASSWORD);
    return client;
  }

  /** The version that runs, and the packages in its store. */
  async state(): Promise<[version: string, packages: string[]]> {
    const { data } = await (await this.client()).ok("GET", "/api/packages");
    return [await versionOf(this.installed.link), data.map(({ name }: Json) => name)];
  }

  /** The files of its folder whose names contain a text. */
  dataFiles(text: string, below = ""): string[] {
    return [...Deno.readDirSync(`${this.folder}/data${below}`)].map(({ name }) => name)
      .filter((name) => name.includes(text));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.supervisor.stop();
    await Deno.remove(this.folder, { recursive: true });
  }
}

Deno.test("an upgrade tries the migration, backs up, changes the link and waits until the new Andon is ready", async () => {
  await using andon = await InstalledAndon.start();
  assertEquals(await andon.upgradeTo({ version: "1.1.0" }), true);
  assertEquals(await andon.state(), ["1.1.0", ["Pumps"]]);
  assertEquals(andon.dataFiles("before-upgrade", "/backups").length, 2, "a backup and its manifest");
  assertEquals(andon.dataFiles(".andon-upgrade"), [], "the copy of the trial is gone");
});

Deno.test("after an upgrade to an Andon that breaks the store and does not start, the old one and the backup are back", async () => {
  await using andon = await InstalledAndon.start();
  assertEquals(await andon.upgradeTo({ version: "1.1.0", script: BREAKS_THE_STORE }), false);
  assertEquals(await andon.state(), ["1.0.0", ["Pumps"]]);
  const [aside = ""] = andon.dataFiles(".not-upgraded-");
  using kept = await Deno.openKv(`${andon.folder}/data/${aside}`);
  const { value } = await kept.get<{ schema: number }>(["meta", "schema"]);
  assertEquals(value?.schema, 9999, "the store that the new one left is kept");
  assert(NEWEST_SCHEMA < 9999);
  assertStringIncludes(andon.said.join("\n"), "The new Andon did not become ready");
});

Deno.test("after an upgrade to an Andon that cannot even be started, the old one and the backup are back", async () => {
  await using andon = await InstalledAndon.start();
  const script = `if [ "$1" = upgrade ]; then chmod a-x "$0"; fi`;
  assertEquals(await andon.upgradeTo({ version: "1.1.0", script }), false);
  assertEquals(await andon.state(), ["1.0.0", ["Pumps"]]);
  assertEquals(andon.dataFiles("restored"), []);
});

Deno.test("a new Andon that cannot migrate a copy of the store leaves the old one running", async () => {
  await using andon = await InstalledAndon.start();
  const { pid } = andon.supervisor;
  const script = `if [ "$1" = upgrade ]; then echo "The store is too old" >&2; exit 2; fi`;
  const error = await assertRejects(() => andon.upgradeTo({ version: "1.1.0", script }), Error);
  assertMatch(error.message, /cannot use the store: .*The store is too old\. Nothing was changed$/);
  assertEquals([andon.supervisor.pid, await andon.supervisor.hasEnded()], [pid, false]);
  assertEquals(await andon.state(), ["1.0.0", ["Pumps"]]);
});

Deno.test("the archive of a damaged bundle is refused, and leaves no folder", async () => {
  const folder = await Deno.makeTempDir({ prefix: "andon_upgrade" });
  try {
    await Deno.mkdir(`${folder}/opt/andon-1.0.0`, { recursive: true });
    await Deno.symlink("andon-1.0.0", `${folder}/opt/andon`);
    const archive = await smallBundle(folder, { version: "1.1.0" }), link = `${folder}/opt/andon`;
    const refused = async (path: string) =>
      (await assertRejects(() => unpackBundle(path, link), SettingsError)).message;
    await Deno.writeTextFile(`${archive}.sha256`, `${"0".repeat(64)}  andon-1.1.0.tar.gz\n`);
    assertMatch(await refused(archive), /damaged: its SHA-256 is not the one in/);
    await Deno.remove(`${archive}.sha256`);
    assertMatch(await refused(`${folder}/none.tar.gz`), /cannot be read/);
    await Deno.writeTextFile(`${folder}/text.tar.gz`, "no archive");
    assertMatch(await refused(`${folder}/text.tar.gz`), /is no bundle/);
    assertMatch(await refused(await smallBundle(folder, { version: "1.0.0" })), /installed already/);
    const spoiled = await smallBundle(folder, { version: "1.1.0", isSpoiled: true });
    assertMatch(await refused(spoiled), /is no bundle that can be used: .*sha256sum/);
    assertEquals([...Deno.readDirSync(`${folder}/opt`)].map(({ name }) => name).sort(), [
      "andon",
      "andon-1.0.0",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
