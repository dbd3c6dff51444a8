import type { Key } from "../../domain/shared/commit.ts";

/** One all-or-nothing write, in Deno KV's own terms. */
export interface Atomic {
  checks: Deno.AtomicCheck[];
  mutations: Deno.KvMutation[];
}

/** What the store needs of Deno KV: small, so that a test can stand between the two. */
export interface KvBackend {
  /** At most ten keys. */
  getMany(keys: readonly Key[]): Promise<Deno.KvEntryMaybe<unknown>[]>;
  list(
    selector: Deno.KvListSelector,
    options: Deno.KvListOptions,
  ): AsyncIterableIterator<Deno.KvEntry<unknown>>;
  write(atomic: Atomic): Promise<Deno.KvCommitResult | Deno.KvCommitError>;
  /** Stands as a key's last part for the versionstamp of the commit that writes it. */
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
