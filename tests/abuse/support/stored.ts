/** What a store holds of what people make and do: each key with its value. */
export type Stored = Record<string, string>;

/** What a running Andon keeps for itself, whatever is asked of it; and counts and seals of entries. */
const OWN = new Set<unknown>([
  ...["count", "audit_count", "audit_unsealed", "outbox", "audit_block", "audit_head"],
  ...["meta", "id", "lane", "process", "epoch", "packed", "rate_window", "restoring", "first_start"],
  ...["generation", "generation_chunk", "checkpoint", "checkpoint_index", "shard_beat", "source_state"],
]);
/** Uses of sessions and keys are recorded. */
const USE = new Set(["last_used_at_ms", "expires_at_ms"]);

/** Reads a store's file, which no process may use at the time. */
export async function storedIn(path: string): Promise<Stored> {
  using kv = await Deno.openKv(path);
  const stored: Stored = {};
  for await (const { key, value } of kv.list({ prefix: [] })) {
    if (!OWN.has(key[0]) && !isRefusal(value)) {
      stored[JSON.stringify(key, printable)] = JSON.stringify(value, printable);
    }
  }
  return stored;
}

/** The audit log has refused requests too. */
function isRefusal(value: unknown): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, "resource_type") === "refusal";
}

/** What was added, changed or removed: the keys, each with its value as it is, shortened. */
export function changesOf(before: Stored, after: Stored): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => before[key] !== after[key]).map((key) =>
    `${key}: ${after[key]?.slice(0, 200) ?? "removed"}`
  );
}

function printable(field: string, value: unknown): unknown {
  if (USE.has(field)) return undefined;
  if (typeof value === "bigint" || value instanceof Deno.KvU64) return String(value);
  return value instanceof Uint8Array ? Array.from(value) : value;
}
