import type { Key } from "../../domain/shared/commit.ts";

/** One atomic write, in Deno KV's terms. */
export interface Atomic {
  checks: Deno.AtomicCheck[];
  mutations: Deno.KvMutation[];
}

/** The part of Deno KV that the store uses; small, so that tests can wrap it. */
export interface KvBackend {
  /** At most ten keys. */
  getMany(keys: readonly Key[]): Promise<Deno.KvEntryMaybe<unknown>[]>;
  list(
    selector: Deno.KvListSelector,
    options: Deno.KvListOptions,
  ): AsyncIterableIterator<Deno.KvEntry<unknown>>;
  write(atomic: Atomic): Promise<Deno.KvCommitResult | Deno.KvCommitError>;
  /** As a key's last part, becomes the versionstamp of the commit that writes the key. */
  versionstampPart(): symbol;
  close(): void;
}

/** The backend over one Deno KV handle. */
export function kvBackend(kv: Deno.Kv): KvBackend {
  return {
    getMany: (keys) => kv.getMany(keys.map((key) => key)),
    list: (selector, options) => kv.list(selector, options),
    write: ({ checks, mutations }) => kv.atomic().check(...checks).mutate(...mutations).commit(),
    versionstampPart: () => kv.commitVersionstamp(),
    close: () => kv.close(),
  };
}
