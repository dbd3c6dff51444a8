import { devSecrets } from "../settings/dev_files.ts";
import { createLog } from "../settings/log.ts";
import { isOnServer, parseSettings } from "../settings/settings.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import { openStorage } from "../storage/open.ts";
import { type AdminAnswer, type AdminRequest, adminSocketPath, makeAdmin, readLine } from "./admin_socket.ts";
import { readEnvironment } from "./environment.ts";
import { randomBytes } from "./random_bytes.ts";
import { errorSentence } from "../domain/shared/refusal.ts";

const PASSWORD_BYTES = 15;

/**
 * `deno task admin [name]`: creates a local administrator or resets its password, through the running Andon or, while
 * none runs, in the store itself. The default name is admin.
 */
export async function runAdmin(args: string[]): Promise<number> {
  if (args.length > 1) throw new SettingsError("admin takes one user name, or none");
  const settings = parseSettings(readEnvironment().environment, "dev", { cores: 1, tty: false });
  const password = newPassword();
  const request: AdminRequest = { username: args[0] ?? "admin", password };
  const answer = await askRunning(settings, request) ?? await writeToStore(settings, request);
  if (!answer.ok) throw new SettingsError(answer.text);
  console.log(answer.text);
  console.log(`Its password is ${password} – sign in and change it.`);
  return 0;
}

/** Five groups of letters and digits, some 75 bits. */
function newPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const characters = Array.from(randomBytes(PASSWORD_BYTES), (byte) => letters[byte % letters.length]).join(
    "",
  );
  return characters.match(/.{5}/g)?.join("-") ?? characters;
}

/** Undefined when no Andon runs on this DATA_DIR. */
async function askRunning({ dataDir }: Settings, request: AdminRequest): Promise<AdminAnswer | undefined> {
  let connection: Deno.UnixConn;
  try {
    connection = await Deno.connect({ transport: "unix", path: adminSocketPath(dataDir) });
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new SettingsError(
        `The running Andon belongs to another user: run this as the owner of "${dataDir}"`,
      );
    }
    return undefined;
  }
  await connection.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
  const line = await readLine(connection.readable);
  if (line === "") throw new SettingsError("The running Andon did not answer; try again");
  return JSON.parse(line);
}

async function writeToStore(settings: Settings, request: AdminRequest): Promise<AdminAnswer> {
  const { kvUrl } = settings;
  if (isOnServer(kvUrl)) {
    throw new SettingsError(
      "No Andon that leads runs on this machine with this DATA_DIR; run this where the leading process runs",
    );
  }
  if (!await exists(kvUrl)) throw new SettingsError(`There is no store "${kvUrl}"; set DATA_DIR or KV_URL`);
  const storage = await openStorage({
    path: kvUrl,
    now: Date.now,
    random: randomBytes,
    secretsKey: await secretsKeyOf(settings),
    previousSecretsKey: settings.secretsKeyPrevious,
    keepSecretsKey: false,
    log: createLog({ level: "warn", format: "text", now: Date.now }),
  }).catch((error) => {
    throw new SettingsError(errorSentence(error));
  });
  try {
    return await makeAdmin(request, { storage, localSignIn: settings.localSignIn });
  } finally {
    await storage.close();
  }
}

/** That of dev stands in DATA_DIR. */
async function secretsKeyOf({ secretsKey, dataDir, adminPassword }: Settings): Promise<Uint8Array> {
  if (secretsKey !== null) return secretsKey;
  if (!await exists(`${dataDir}/secrets_key`)) {
    throw new SettingsError("SECRETS_KEY is not set; admin needs the key of the store");
  }
  return (await devSecrets(dataDir, { adminPassword, secretsKey })).secretsKey;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
