import {
  type FoldedRefusals,
  REFUSAL_KINDS,
  REFUSAL_WINDOW_MS,
  RefusalFolding,
  type RefusalKind,
  type RefusedRequest,
} from "../domain/audit/refusal_folding.ts";
import { MAIN_LANE } from "./keys.ts";
import { auditOf, type NounContext } from "./write.ts";
import { type After, afterTimeout } from "../concurrency/after.ts";

/**
 * Writes refused requests to the log and to the audit log, folded: nobody waits for it, and a store that cannot be
 * written to costs only the entry. Refused requests in the audit log.
 */
export class Refusals {
  /** Refusals since the start, by kind. */
  readonly counts: Record<RefusalKind, number>;
  readonly #folding = new RefusalFolding();
  readonly #writing = new Set<Promise<void>>();
  #cancel: (() => void) | undefined;

  constructor(private readonly context: NounContext, private readonly after: After = afterTimeout) {
    const counts = REFUSAL_KINDS.map((kind): [RefusalKind, number] => [kind, 0]);
    this.counts = Object.fromEntries(counts) as Record<RefusalKind, number>;
  }

  /** Counts a refusal; the first of its kind, name and address in a minute is written at once. Never throws. */
  record(refusal: RefusedRequest): void {
    this.counts[refusal.kind]++;
    const entry = this.#folding.add(refusal, this.context.now());
    if (entry !== undefined) this.#write([entry]);
    this.#cancel ??= this.after(REFUSAL_WINDOW_MS, () => this.#end());
  }

  /** Writes what is folded so far. */
  async close(): Promise<void> {
    this.#end();
    await Promise.all(this.#writing);
  }

  #end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const entries = this.#folding.end();
    if (entries.length > 0) this.#write(entries);
  }

  #write(entries: FoldedRefusals[]): void {
    const { store, log } = this.context;
    for (const { action, who, name, address, details } of entries) {
      log("warn", "Refused", { action, who, name, address, ...details });
    }
    const mutations = entries.map(({ action, who, name, address, desk, desk_id, details }) => {
      const draft = {
        who,
        action,
        resource_type: "refusal",
        resource_id: name,
        after: details,
        address,
        desk,
        desk_id,
      } as const;
      return auditOf(this.context, draft);
    });
    const writing: Promise<void> = store.commit({ mutations }, MAIN_LANE)
      .then(() => {}, (error) => log("warn", "Refusals could not be written", { error: String(error) }))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}
