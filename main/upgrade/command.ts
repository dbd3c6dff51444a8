import { EXIT_CODES } from "../../cli/commands.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { SettingsError } from "../../settings/settings_error.ts";
import { isOnServer } from "../../settings/settings.ts";
import { BackupRefused } from "../../storage/backup/backup_refused.ts";
import { readSettings, storeFile } from "../backup.ts";
import { requireSystemd } from "../service/command.ts";
import { layoutOf, serviceEnvironment, settingsOf, versionOf } from "../service/layout.ts";
import { systemd } from "../service/supervisor.ts";
import { tryMigration } from "./trial.ts";
import { unpackBundle } from "./unpack.ts";
import { upgrade } from "./upgrade.ts";

const READY_MS = 3 * 60_000;
/** An upgrade is not left half done because a terminal closes. */
const SIGNALS: Deno.Signal[] = ["SIGHUP", "SIGINT", "SIGTERM"];

/** `andon upgrade <bundle>`; an installed Andon calls the new one with `--try <backup>`. */
export async function runUpgrade([first = "", ...more]: string[]): Promise<number> {
  if (first === "--try" && more.length === 1) return await runTrial(more[0]!);
  if (first === "" || first.startsWith("-") || more.length > 0) {
    throw new SettingsError("upgrade takes the archive of a bundle, such as andon-1.2.3-linux-x64.tar.gz");
  }
  requireSystemd({ root: "", isDry: false }, "upgrade");
  return await upgradeService(first);
}

async function upgradeService(archive: string): Promise<number> {
  const layout = layoutOf(""), { link } = layout;
  const old = await versionOf(link).catch(() => {
    throw new SettingsError(`There is no Andon in ${link}; use andon service install`);
  });
  const settings = settingsOf(await serviceEnvironment(layout));
  if (isOnServer(settings.kvUrl)) {
    throw new SettingsError(
      "The store is on a KV server; upgrade one process after the other (docs/cluster.md)",
    );
  }
  if (settings.secretsKey === null) throw new SettingsError("SECRETS_KEY is not set");
  const installed = {
    link,
    settings: { ...settings, secretsKey: settings.secretsKey },
    store: storeFile(settings, "backup"),
    supervisor: systemd(layout),
    readyMs: READY_MS,
    say: (sentence: string) => console.log(sentence),
  };
  const folder = await unpackBundle(archive, link);
  const finish = () => console.log("The upgrade goes on until it is done");
  for (const signal of SIGNALS) Deno.addSignalListener(signal, finish);
  try {
    const isUpgraded = await upgrade(folder, installed);
    console.log(
      isUpgraded ? `Andon ${old} is upgraded to ${await versionOf(link)}` : `Andon ${old} runs as before`,
    );
    return isUpgraded ? EXIT_CODES.done.code : EXIT_CODES.failed.code;
  } catch (error) {
    console.error(errorSentence(error));
    return EXIT_CODES.failed.code;
  }
}

async function runTrial(backup: string): Promise<number> {
  const { secretsKey, secretsKeyPrevious } = readSettings();
  if (secretsKey === null) throw new SettingsError("SECRETS_KEY is not set");
  try {
    await tryMigration(backup, { secretsKey, secretsKeyPrevious });
    return EXIT_CODES.done.code;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    throw new SettingsError(error.message);
  }
}
