import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { installSteps, type Step } from "../../main/service/install.ts";
import { type Layout, layoutOf, serviceEnvironment, settingsOf } from "../../main/service/layout.ts";
import { run } from "../../main/service/programs.ts";
import { uninstallSteps } from "../../main/service/uninstall.ts";
import { SettingsError } from "../../settings/settings_error.ts";
import { command } from "../support/backup_command.ts";
import { systemdTest } from "../support/systemd.ts";

const UNIT = new URL("../../packaging/systemd/andon.service", import.meta.url).pathname;

/** A folder as the root of a machine, and a bundle elsewhere, with what installing reads of it. */
class Machine implements AsyncDisposable {
  readonly printed: string[] = [];
  readonly layout: Layout;

  private constructor(readonly folder: string) {
    this.layout = layoutOf(`${folder}/root`);
  }

  static async make(): Promise<Machine> {
    const machine = new Machine(await Deno.makeTempDir({ prefix: "andon_service" }));
    await Deno.mkdir(`${machine.folder}/root/etc`, { recursive: true });
    return machine;
  }

  async bundle(version: string): Promise<string> {
    const bundle = `${this.folder}/andon-${version}-linux-x64`;
    await Deno.mkdir(`${bundle}/program/packaging/systemd`, { recursive: true });
    await Deno.copyFile(UNIT, `${bundle}/program/packaging/systemd/andon.service`);
    await Deno.writeTextFile(`${bundle}/program/deno.json`, JSON.stringify({ version }));
    return bundle;
  }

  async install(version: string): Promise<string[]> {
    return await this.#carryOut(await installSteps(await this.bundle(version), this.layout));
  }

  async uninstall(): Promise<string[]> {
    return await this.#carryOut(await uninstallSteps(this.layout));
  }

  /** What was done, in a word or two. */
  async #carryOut(steps: Step[]): Promise<string[]> {
    const { log } = console;
    console.log = (text: string) => void this.printed.push(text);
    try {
      for (const { run } of steps) await run();
    } finally {
      console.log = log;
    }
    return steps.map(({ does }) => does);
  }

  /** The mode and the owner of a file. */
  async rights(path: string): Promise<string> {
    const { mode, uid } = await Deno.stat(path);
    const passwd = await Deno.readTextFile(`${this.layout.root}/etc/passwd`);
    const name = passwd.split("\n").find((line) => line.split(":")[2] === String(uid))?.split(":")[0];
    return `${((mode ?? 0) & 0o7777).toString(8)} ${uid === 0 ? "root" : name}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

systemdTest(
  "installing makes the user, private folders and secrets, and enables the unit; repeated, it changes nothing of that",
  async () => {
    await using machine = await Machine.make();
    const { layout } = machine, { config, data, secretsKey, adminPassword } = layout;
    await machine.install("1.0.0");
    assertEquals(
      await Promise.all([config, data, secretsKey, adminPassword].map((path) => machine.rights(path))),
      [
        "700 root",
        "700 andon",
        "600 root",
        "600 root",
      ],
    );
    assertEquals(await Deno.readLink(layout.link), "andon-1.0.0");
    assertEquals(await Deno.readTextFile(layout.unit), await Deno.readTextFile(UNIT));
    const wanted = `${layout.root}/etc/systemd/system/multi-user.target.wants/andon.service`;
    assert((await Deno.lstat(wanted)).isSymlink, "it starts with the machine");
    const [key, password] = await Promise.all(
      [secretsKey, adminPassword].map((path) => Deno.readTextFile(path)),
    );
    assertEquals(machine.printed, [`  The password, shown this once: ${password.trim()}`]);
    await Deno.writeTextFile(`${config}/andon.env`, 'PORT=8123\nPUBLIC_URL="https://andon.example.org"\n');
    const settings = settingsOf(await serviceEnvironment(layout));
    assertEquals([settings.port, settings.publicUrl, settings.dataDir], [
      8123,
      "https://andon.example.org",
      data,
    ]);

    const again = await machine.install("1.0.0");
    assert(!again.some((does) => /key|password|bundle|Links/.test(does)), again.join("\n"));
    assertEquals([await Deno.readTextFile(secretsKey), await Deno.readTextFile(adminPassword)], [
      key,
      password,
    ]);
    assertEquals(machine.printed.length, 1);
  },
);

systemdTest("uninstalling removes the unit and keeps data, secrets and bundle", async () => {
  await using machine = await Machine.make();
  const { layout } = machine;
  await machine.install("1.0.0");
  const done = await machine.uninstall();
  assertStringIncludes(done.join("\n"), `Keeps ${layout.data}, ${layout.config} and ${layout.link}`);
  for (
    const gone of [layout.unit, `${layout.root}/etc/systemd/system/multi-user.target.wants/andon.service`]
  ) {
    await assertRejects(() => Deno.lstat(gone), Deno.errors.NotFound);
  }
  for (
    const kept of [layout.data, layout.secretsKey, layout.adminPassword, `${layout.link}/program/deno.json`]
  ) {
    await Deno.stat(kept);
  }
  assertMatch((await machine.uninstall()).join(), /^There is no /);
});

systemdTest(
  "another version is upgraded, not installed, and a folder in place of the link is refused",
  async () => {
    await using machine = await Machine.make();
    await machine.install("1.0.0");
    const refused = async () => (await assertRejects(() => machine.install("1.1.0"), SettingsError)).message;
    assertMatch(await refused(), /is Andon 1\.0\.0; use andon upgrade <bundle> for 1\.1\.0$/);
    await Deno.remove(machine.layout.link);
    await Deno.mkdir(machine.layout.link);
    assertMatch(await refused(), /is no link; rename it/);
  },
);

systemdTest("the unit has no faults, and an exposure of 2.0 at most", async () => {
  await using machine = await Machine.make();
  const unit = `${machine.folder}/andon.service`;
  const text = await Deno.readTextFile(UNIT);
  await Deno.writeTextFile(unit, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  await run(["systemd-analyze", "verify", unit]);
  await run(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit]);
});

Deno.test("service refuses an unknown verb or option, and to run the sources, in one line with exit code 2", async () => {
  for (
    const [args, line] of [
      [["install"], /(needs root|does not run this machine|runs from the sources)/],
      [["install", "--dry-run"], /runs from the sources/],
      [["begin", "--dry-run"], /takes install, status or uninstall, not "begin"/],
      [["install", "--now"], /'--now'/],
    ] as const
  ) {
    const { code, lines } = await command(["service", ...args], {});
    assertEquals([code, lines.length], [2, 1], lines.join("\n"));
    assertMatch(lines[0]!, line);
  }
});
