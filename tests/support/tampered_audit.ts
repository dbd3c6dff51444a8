import { DatabaseSync } from "node:sqlite";
import type { Key } from "../../domain/shared/commit.ts";
import { type AuditBlock, blockHash, entriesOf, headMessage } from "../../storage/audit_seals/block.ts";
import { keys } from "../../storage/keys.ts";

/** Cuts off or replaces the stored bytes of a value in a Deno KV file, which then cannot be decoded. */
export function breakValue(path: string, key: Key, bytes?: Uint8Array): void {
  using database = new DatabaseSync(path);
  const encoded = encodedKey(key);
  const row = database.prepare("select v from kv where k = ?").get(encoded);
  if (!(row?.v instanceof Uint8Array)) throw new Error(`No key ${key}`);
  database.prepare("update kv set v = ? where k = ?").run(bytes ?? row.v.slice(0, row.v.length / 2), encoded);
}

/** As Deno KV encodes keys of texts and numbers from 0 on. */
function encodedKey(key: Key): Uint8Array {
  const bytes = key.flatMap((part) => {
    if (typeof part === "string") return [2, ...new TextEncoder().encode(part), 0];
    const double = new Uint8Array(8);
    new DataView(double.buffer).setFloat64(0, Number(part));
    double[0] |= 0x80;
    return [0x21, ...double];
  });
  return new Uint8Array(bytes);
}

/** Rewrites a log as somebody without SECRETS_KEY can: changes an entry, and signs all blocks with a key of theirs. */
export async function resign(kv: Deno.Kv): Promise<void> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("No pair");
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const store = (await kv.get<{ id: string }>(keys.meta("store"))).value?.id ?? "";
  const stored = await kv.get<object>(keys.auditKey());
  await kv.set(keys.auditKey(), { ...stored.value, public_key: publicKey });
  for await (const { key, value } of kv.list<AuditBlock>({ prefix: ["audit_block"] })) {
    const state = { block: Number(key[1]), entries: entriesOf(value).length, hash: blockHash(value) };
    const text = new TextEncoder().encode(headMessage(state, { store, at: value.sealed_at }));
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, text));
    await kv.set(key, { ...value, signature });
  }
}
