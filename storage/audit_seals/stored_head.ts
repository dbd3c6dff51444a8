import { keys } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import { type AuditBlock, type AuditHeadRecord, blockHash, entriesOf, headText } from "./block.ts";

/** The head of a store's audit log as text; null for a store without seals. */
export async function storedHead(store: KvStore): Promise<string | null> {
  const head = await store.get<AuditHeadRecord>(keys.auditHead());
  const block = head && await store.get<AuditBlock>(keys.auditBlock(head.value.block));
  if (head === undefined || block === undefined) return null;
  const entries = entriesOf(block.value).length;
  return headText({ block: head.value.block, entries, hash: blockHash(block.value) });
}
