import type { Entry, Key } from "../../domain/shared/commit.ts";
import type { KvStore } from "./store.ts";

const READ_AT_ONCE = 500;

/** All entries under a prefix, in key order, read 500 at a time as Deno KV has them: a damaged value throws. */
export async function* entriesUnder<T>(store: KvStore, prefix: Key): AsyncGenerator<Entry<T>> {
  let start: Key | undefined;
  for (;;) {
    const entries = await store.list<T>({ prefix, start, limit: READ_AT_ONCE + 1 });
    yield* entries.slice(0, READ_AT_ONCE);
    if (entries.length <= READ_AT_ONCE) return;
    start = entries[READ_AT_ONCE]!.key;
  }
}
