import { basename, dirname } from "node:path";
import { SettingsError } from "../../settings/settings_error.ts";
import { randomBytes } from "../random_bytes.ts";
import { type Layout, readOr, serviceEnvironment, settingsOf, UNIT, versionOf } from "./layout.ts";
import { localAddress } from "./local_health.ts";
import { run } from "./programs.ts";
import { copyUnit, systemd } from "./supervisor.ts";
import { untilReady } from "./until_ready.ts";

/** One part of an installation: what it does, for people, and how. */
export interface Step {
  does: string;
  run(): Promise<unknown>;
}

const USER = "andon";
const PASSWORD_BYTES = 15;
const KEY_BYTES = 32;
/** Long enough for a migration. */
const READY_MS = 10 * 60_000;

/**
 * The steps that make a bundle a service; what is there already stays as it is, and has no step. SettingsError where
 * another version is installed.
 */
export async function installSteps(bundle: string, layout: Layout): Promise<Step[]> {
  const { root, config, data, secretsKey, adminPassword } = layout;
  return [
    ...await bundleSteps(bundle, layout),
    {
      does: `Makes the system user ${USER}`,
      run: () =>
        run([
          "systemd-sysusers",
          ...root === "" ? [] : [`--root=${root}`],
          "--inline",
          `u ${USER} - "Andon" /var/lib/andon`,
        ]),
    },
    { does: `Makes the folder ${config}, which only root may read`, run: () => makePrivate(config) },
    {
      does: `Makes the folder ${data}, which only ${USER} may read`,
      run: async () => {
        await makePrivate(data);
        await Deno.chown(data, ...await userIds(root));
      },
    },
    ...await secretSteps(secretsKey, {
      does: `Makes the key of stored secrets, ${secretsKey}. Keep a copy elsewhere: nothing else opens them`,
      value: () => randomBytes(KEY_BYTES).toBase64(),
    }),
    ...await secretSteps(adminPassword, {
      does: `Makes the password of the first user, admin, in ${adminPassword}`,
      value: () => {
        const password = randomBytes(PASSWORD_BYTES).toBase64({ alphabet: "base64url" });
        console.log(`  The password, shown this once: ${password}`);
        return password;
      },
    }),
    {
      does: `Copies the unit to ${layout.unit}`,
      run: async () => {
        await Deno.mkdir(dirname(layout.unit), { recursive: true });
        await copyUnit(layout);
      },
    },
    ...root === "" ? startSteps(layout) : [{
      does: `Enables the unit, which starts with the machine`,
      run: () => run(["systemctl", `--root=${root}`, "enable", UNIT]),
    }],
  ];
}

/** A bundle elsewhere is copied, because the service's user may not read every folder. */
async function bundleSteps(bundle: string, { bundles, link }: Layout): Promise<Step[]> {
  const version = await versionOf(bundle);
  const installed = await installedVersion(link);
  if (installed === version) return [];
  if (installed !== undefined) {
    throw new SettingsError(`${link} is Andon ${installed}; use andon upgrade <bundle> for ${version}`);
  }
  const folder = dirname(bundle) === bundles ? bundle : `${bundles}/andon-${version}`;
  const copy = {
    does: `Copies the bundle to ${folder}`,
    run: async () => {
      await Deno.mkdir(bundles, { recursive: true });
      await run(["cp", "--archive", "--no-preserve=ownership", "--no-target-directory", bundle, folder]);
    },
  };
  const toLink = { does: `Links ${link} to ${folder}`, run: () => Deno.symlink(basename(folder), link) };
  return folder === bundle ? [toLink] : [copy, toLink];
}

/** The version behind the link; undefined without one. SettingsError for a folder, which no upgrade could replace. */
async function installedVersion(link: string): Promise<string | undefined> {
  const found = await Deno.lstat(link).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isSymlink) throw new SettingsError(`${link} is no link; rename it to ${link}-<version> first`);
  return await versionOf(link);
}

async function secretSteps(
  path: string,
  { does, value }: { does: string; value(): string },
): Promise<Step[]> {
  if (await readOr(path, undefined) !== undefined) return [];
  const write = () => Deno.writeTextFile(path, `${value()}\n`, { createNew: true, mode: 0o600 });
  return [{ does, run: write }];
}

function startSteps(layout: Layout): Step[] {
  return [
    {
      does: `Enables the unit and starts it`,
      run: async () => {
        await systemd(layout).start();
        await run(["systemctl", "enable", UNIT]);
      },
    },
    {
      does: `Waits until Andon is ready`,
      run: async () => {
        const settings = settingsOf(await serviceEnvironment(layout));
        if (!await untilReady(settings, { supervisor: systemd(layout), withinMs: READY_MS })) {
          throw new Error("Andon did not become ready; journalctl --unit andon says why");
        }
        console.log(`Andon serves on ${localAddress(settings)}; sign in as admin`);
      },
    },
  ];
}

async function makePrivate(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await Deno.chmod(folder, 0o700);
}

async function userIds(root: string): Promise<[uid: number, gid: number]> {
  const line = (await Deno.readTextFile(`${root}/etc/passwd`)).split("\n").find((each) =>
    each.startsWith(`${USER}:`)
  );
  const [, , uid, gid] = line?.split(":") ?? [];
  return [Number(uid), Number(gid)];
}
