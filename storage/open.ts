import { assemble, type Storage, type StorageOptions } from "./contract.ts";
import { type KvBackend, kvBackend } from "./store/backend.ts";
import { lockBeside } from "./store/lock.ts";
import { keepPrivate } from "./store/private_files.ts";
import { openStore } from "./store/store.ts";
import { reachServer } from "./store/reach.ts";
import type { StoreLease } from "./store/lease.ts";
import { refusalOf, troubleOf } from "./store/trouble.ts";
import { assertWritable } from "./store/writable.ts";

export type { StorageOptions } from "./contract.ts";
export { WrongSecretsKey } from "./secrets.ts";

const PLATFORM_KV = ":platform:";

/** The step between consecutive versionstamps of a local database. */
const LOCAL_VERSIONSTAMP_STEP = 65_536;

/**
 * Opens the storage and fills its mirrors. Throws an Error when another process uses the file or the schema is
 * newer than this program, and WrongSecretsKey for a wrong key.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { path } = options;
  if (!isFile(path)) return await openOver(await openRemote(options), options);
  await keepPrivate(path, options.log ?? (() => {}));
  await assertWritable(path);
  const lock = await lockBeside(path);
  try {
    return await openOver(await openKv(path), options, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the storage over a backend, which it owns and closes; `released` is called after that. */
export async function openOver(
  backend: KvBackend,
  options: StorageOptions,
  released: () => void = () => {},
): Promise<Storage> {
  const { random, log = () => {}, callDeadlineMs, path } = options;
  const versionstampStep = isRemote(path) ? 1 : LOCAL_VERSIONSTAMP_STEP;
  const lease = await leaseOf(backend, options);
  const store = await openStore({
    backend,
    random,
    log,
    callDeadlineMs,
    versionstampStep,
    fence: lease?.check,
    isValid: lease?.isValid,
    settled: lease?.release,
  }).catch(async (error) => {
    await lease?.release();
    throw error;
  });
  lease?.lost.then(() => store.fence());
  try {
    return await assemble(store, options, { lease, released });
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function leaseOf(
  backend: KvBackend,
  { acquireLease, random, now, log = () => {} }: StorageOptions,
): Promise<StoreLease | undefined> {
  try {
    return await acquireLease?.(backend, { random, now, log });
  } catch (error) {
    backend.close();
    throw error;
  }
}

async function openRemote(
  { path, waitForServer: signal, random, log = () => {} }: StorageOptions,
): Promise<KvBackend> {
  if (signal === undefined || path === PLATFORM_KV) return await openKv(path);
  return kvBackend(await reachServer(path, { signal, log, random: () => random(1)[0]! / 256 }));
}

async function openKv(path: string): Promise<KvBackend> {
  try {
    return kvBackend(await Deno.openKv(path === PLATFORM_KV ? undefined : path));
  } catch (error) {
    throw isRemote(path) ? error : named(error);
  }
}

/** SQLite's error at the opening, as a sentence that a person can act on. */
function named(error: unknown): unknown {
  const trouble = troubleOf(error);
  return trouble === undefined ? error : refusalOf(trouble);
}

function isFile(path: string): boolean {
  return path !== ":memory:" && !isRemote(path);
}

/** Not on this machine, or possibly not. */
function isRemote(path: string): boolean {
  return path === PLATFORM_KV || /^https?:\/\//.test(path);
}
