import type { GenerationPointer } from "../actors/evaluation/contract.ts";
import { sleep } from "../concurrency/sleep.ts";
import type { Standby } from "../cluster/standby.ts";
import { passwordWeakness } from "../domain/access/password_strength.ts";
import { errorSentence, Refusal } from "../domain/shared/refusal.ts";
import type { Settings } from "../settings/types.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Storage } from "../storage/contract.ts";
import { keys } from "../storage/keys.ts";
import { openStorage, WrongSecretsKey } from "../storage/open.ts";
import { unavailable } from "../storage/store/deadline.ts";
import type { AcquireLease } from "../storage/store/lease.ts";
import { randomBytes } from "./random_bytes.ts";
import type { ServeOptions } from "./serve_options.ts";
import { SOURCE_KINDS } from "./source_kinds.ts";

/** How often a process with another SECRETS_KEY tries again. */
const OTHER_KEY_MS = 5_000;

/**
 * Opens the store of the settings, once this process leads. SettingsError when a person has to act. In a cluster, a
 * process with another SECRETS_KEY stands by: the store may be given its key while it runs.
 */
export async function openStore(
  options: ServeOptions,
  standby: Standby | undefined,
): Promise<Storage> {
  const { signal, log } = options;
  for (let attempt = 0;; attempt++) {
    try {
      return await tryToOpen(options, standby);
    } catch (error) {
      if (!(error instanceof WrongSecretsKey)) throw error;
      if (standby === undefined) throw new SettingsError(error.message);
      standby.trouble = error.message;
      if (attempt === 0) log("error", `${error.message}. Until then, this process stands by`);
      await sleep(OTHER_KEY_MS, signal);
    }
  }
}

/** Throws WrongSecretsKey for another key. */
async function tryToOpen(
  { settings, secretsKey, log, leadership, signal, passwordCost }: ServeOptions,
  standby: Standby | undefined,
): Promise<Storage> {
  try {
    return await openStorage({
      path: settings.kvUrl,
      now: Date.now,
      random: randomBytes,
      secretsKey,
      sourceKinds: SOURCE_KINDS,
      previousSecretsKey: settings.secretsKeyPrevious,
      keepSecretsKey: false,
      restLater: true,
      passwordCost,
      log,
      acquireLease: leadership && await leaseFor(leadership, { signal, standby, log }),
      waitForServer: leadership === "standby" ? signal ?? new AbortController().signal : undefined,
    });
  } catch (error) {
    // A process that stands by retries when the server is unreachable for a moment.
    if (leadership === "standby" && error instanceof Refusal) throw error;
    throw error instanceof WrongSecretsKey ? error : new SettingsError(unopened(error));
  }
}

async function leaseFor(
  mode: "standby" | "seize",
  { signal, standby, log }: Pick<ServeOptions, "signal" | "log"> & { standby: Standby | undefined },
): Promise<AcquireLease> {
  const { storeLease } = await import("../cluster/lease/store_lease.ts");
  const onWaiting = () => log("info", "This process stands by: another process leads");
  return storeLease({ mode, signal, processes: standby?.processes, onWaiting });
}

/** One line that a person can act on, whatever the error. */
function unopened(error: unknown): string {
  const [reason] = errorSentence(error).split("\n");
  return `The store (KV_URL, DATA_DIR) cannot be opened: ${reason}`;
}

/** Creates the first user; ADMIN_PASSWORD is used at the first start only. */
export async function ensureAdmin(storage: Storage, password: string | null): Promise<void> {
  if (storage.access.users().length > 0) return;
  if (password === null) {
    throw new SettingsError(
      "ADMIN_PASSWORD is not set; the first start needs it, with at least 12 characters",
    );
  }
  const admin = { username: "admin", password, role: "admin" } as const;
  const weakness = await passwordWeakness(password, admin.username);
  if (weakness !== undefined) throw new SettingsError(`ADMIN_PASSWORD ${lowerFirst(weakness)}`);
  try {
    await storage.access.createUser(admin, { name: "Andon", role: "admin" });
  } catch (error) {
    // There was no user when the store was read: another process leads by now, and has created the first user.
    if (await storage.store.get(keys.userByName(admin.username)) === undefined) throw error;
    throw unavailable("is led by another process");
  }
}

/** Refuses LOCAL_SIGN_IN=off where neither a provider nor an administrator's API key lets anybody in. */
export function requireWayIn({ localSignIn }: Pick<Settings, "localSignIn">, storage: Storage): void {
  const { access, identityProviders } = storage;
  if (localSignIn !== "off" || identityProviders.list().some(({ is_active }) => is_active)) return;
  if (access.apiKeys.list().some(({ id, role }) => role === "admin" && access.apiKeys.isUsable(id))) return;
  throw new SettingsError(
    "LOCAL_SIGN_IN=off would lock everybody out: the store has neither an active identity provider nor an API key " +
      "of an administrator; start with LOCAL_SIGN_IN=on or admins and create one first",
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** ACTOR_SHARDS, except where several feeds become one: their states are still those of other shards. */
export async function shardsOf(
  { settings: { actorShards }, log }: Pick<ServeOptions, "settings" | "log">,
  { store }: Pick<Storage, "store">,
): Promise<number> {
  const pointer = (await store.get<GenerationPointer>(keys.generation()))?.value;
  if (pointer?.merged === undefined || pointer.shards === actorShards) return actorShards;
  const { shards } = pointer;
  log("info", "ACTOR_SHARDS applies from the next start on: the store's feeds become one first", { shards });
  return shards;
}
