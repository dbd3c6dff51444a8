import { keys } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import { type AuditBlock, isBlock } from "./block.ts";
import { decoded, firstWhole } from "./first_key.ts";

const BLOCKS_AT_ONCE = 10;

export interface NumberedBlock {
  block: number;
  /** Undefined: it cannot be decoded. */
  record: AuditBlock | undefined;
}

/** The blocks in order, from a number on. */
export async function* blocksOf(store: KvStore, from = 0): AsyncGenerator<NumberedBlock> {
  const noun = String(keys.auditBlock(0)[0]);
  for (let start = from, limit = BLOCKS_AT_ONCE;;) {
    const reading = store.list({ prefix: [noun], start: keys.auditBlock(start), limit, atOnce: limit });
    const found = await decoded<Awaited<typeof reading> | undefined>(reading, () => undefined);
    if (found === undefined && limit > 1) {
      limit = 1;
      continue;
    }
    if (found === undefined) {
      const block = await firstWhole(store, { noun, from: start });
      if (block === undefined) return;
      yield { block, record: undefined };
      start = block + 1;
    }
    for (const { key: [, block], value } of found ?? []) {
      if (typeof block !== "number") return;
      if (Number.isInteger(block)) yield { block, record: isBlock(value) ? value : undefined };
      start = Math.floor(block) + 1;
    }
    if (found !== undefined && found.length < limit) return;
    limit = BLOCKS_AT_ONCE;
  }
}
