import type { AuditRecord } from "../domain/audit/types.ts";
import type { AuditLog, Page, PageRequest } from "./contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { counted } from "./template_reads.ts";
import type { NounContext } from "./write.ts";

/** The audit log. Its entries are written with the changes they tell of; the store counts them. */
export class AuditStore implements AuditLog {
  constructor(readonly context: NounContext) {}

  async list({ limit, offset }: PageRequest): Promise<Page<AuditRecord>> {
    const { store } = this.context;
    const prefix = keys.audit("").slice(0, 1);
    const [count, entries] = await Promise.all([
      store.get(keys.count("audit")),
      store.list({ prefix, reverse: true, limit: offset + limit }),
    ]);
    return { rows: entries.slice(offset).map(({ value }) => kinds.audit.read(value)), total: counted(count) };
  }
}
