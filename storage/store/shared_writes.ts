import type { Commit, CommitResult, Mutation } from "../../domain/shared/commit.ts";
import type { Atomic, KvBackend } from "./backend.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { type CallDeadline, jittered, unavailable } from "./deadline.ts";
import type { Health } from "./health.ts";
import { isTransient, LATE_WRITE, refusalOf, troubleOf } from "./trouble.ts";

export interface SharedWritesContext {
  backend: KvBackend;
  health: Health;
  deadline: CallDeadline;
  random: () => number;
}

const MOST_UNSETTLED = 1_000;
const RETRY_MS = 20;

/**
 * Commits without a lane, for keys that several processes write. They may be repeated or take effect late, so
 * each must check every key that it sets, or only delete keys that are no longer read.
 */
export class SharedWrites {
  #unsettled = 0;

  constructor(readonly context: SharedWritesContext) {}

  /**
   * `ok: false`: a check failed, read again. Throws UNAVAILABLE after the deadline; the commit may still take
   * effect.
   */
  async commit({ checks = [], mutations }: Commit): Promise<CommitResult> {
    if (this.#unsettled >= MOST_UNSETTLED) throw unavailable("has too many writes waiting");
    const { health, deadline } = this.context;
    const atomic = { checks: [...checks], mutations: mutations.map(kvMutation) };
    this.#unsettled++;
    const written = this.#write(atomic).finally(() => this.#unsettled--);
    try {
      const result = await deadline.of(written, () => new Late());
      if (!result.ok) return { ok: false };
      health.up("writes");
      return { ok: true, versionstamp: result.versionstamp };
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  /** Retries while the database is locked, until the deadline. */
  async #write(atomic: Atomic): Promise<Deno.KvCommitResult | Deno.KvCommitError> {
    const { backend, deadline, random } = this.context;
    for (const until = deadline.now() + deadline.ms;;) {
      try {
        return await backend.write(atomic);
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.context.health.suspect(troubleOf(error) ?? LATE_WRITE);
        await sleep(jittered(RETRY_MS, random));
        if (deadline.now() > until) throw error;
      }
    }
  }

  #refusal(error: unknown): Error {
    const { health } = this.context;
    const late = error instanceof Late;
    const trouble = late ? health.suspected ?? LATE_WRITE : troubleOf(error);
    if (trouble === undefined) return error instanceof Error ? error : new TypeError(String(error));
    health.down("writes", trouble, late ? undefined : error);
    return refusalOf(trouble);
  }
}

class Late extends Error {}

function kvMutation(mutation: Mutation): Deno.KvMutation {
  if (mutation.type === "sum") throw new TypeError("A sum cannot be repeated; write it on a lane");
  return mutation;
}
