import type { Commit, CommitResult, Mutation } from "../../domain/shared/commit.ts";
import type { KvBackend } from "./backend.ts";
import { isTransient, jittered, sleep, unavailable, withDeadline } from "./deadline.ts";
import type { Health } from "./health.ts";

export interface SharedWritesContext {
  backend: KvBackend;
  health: Health;
  callDeadlineMs: number;
  random: () => number;
}

const MOST_UNSETTLED = 1_000;
const RETRY_MS = 20;

/**
 * Commits beside the lanes, for keys that several processes write at once. No lane guards them, so they must bear
 * being repeated or landing late: a commit checks every key that it sets, or only deletes what nobody reads any more.
 */
export class SharedWrites {
  #unsettled = 0;

  constructor(readonly context: SharedWritesContext) {}

  /** `ok: false`: read anew what was checked. Throws UNAVAILABLE past the deadline; the commit may land still. */
  async commit({ checks = [], mutations }: Commit): Promise<CommitResult> {
    const { backend, health, callDeadlineMs, random } = this.context;
    if (this.#unsettled >= MOST_UNSETTLED) throw unavailable("has too many writes waiting");
    this.#unsettled++;
    const written = backend.write({ checks: [...checks], mutations: mutations.map(kvMutation) })
      .finally(() => this.#unsettled--);
    try {
      const result = await withDeadline(
        written,
        callDeadlineMs,
        () => new Error("a write passed its deadline"),
      );
      health.up();
      return result.ok ? { ok: true, versionstamp: result.versionstamp } : { ok: false };
    } catch (error) {
      if (!isTransient(error)) throw this.#refusal(error);
      await sleep(jittered(RETRY_MS, random));
      return { ok: false };
    }
  }

  #refusal(error: unknown): Error {
    if (error instanceof TypeError) return error;
    this.context.health.down(String(error));
    return unavailable("did not take the write in time");
  }
}

function kvMutation(mutation: Mutation): Deno.KvMutation {
  if (mutation.type === "sum") throw new TypeError("A sum cannot be repeated; write it on a lane");
  return mutation;
}
