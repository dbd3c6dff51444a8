import { Semaphore } from "../../concurrency/semaphore.ts";
import type { Pace } from "../pacing.ts";
import { connectionFailed } from "../source_failure.ts";
import type { ReadOptions, Work } from "../source.ts";
import { Connection, type Found, type ServerAccess } from "./connection.ts";
import { isLostConnection, sqlFailure } from "./failure.ts";
import { ANSWER_MS, CANCEL_MS, GOODBYE_MS, LIVE_CONNECTIONS, VIEW_CONNECTIONS } from "./limits.ts";

/** Sends one query. */
export interface Query {
  (text: string, values: readonly unknown[], options?: ReadOptions): Promise<Found>;
}

export interface ConnectionsOptions extends ServerAccess {
  pace: Pace;
  closed: AbortSignal;
}

const MOST_WAITING = 10_000;

/** The connections of a source: some for live evaluation, others for what people look at. Each is opened when needed. */
export class Connections {
  readonly #live: Lane;
  readonly #views: Lane;

  constructor(private readonly options: ConnectionsOptions) {
    this.#live = new Lane(options, LIVE_CONNECTIONS);
    this.#views = new Lane(options, VIEW_CONNECTIONS);
  }

  /** Queries of a work that is `gaps` unless it is told. */
  readonly query: Query = async (text, values, { work = "gaps", signal } = {}) => {
    const { closed, pace } = this.options;
    const stop = signal === undefined ? closed : AbortSignal.any([closed, signal]);
    stop.throwIfAborted();
    await untilAborted(stop, pace(work));
    try {
      return await this.#laneOf(work).query(text, values, stop);
    } catch (error) {
      stop.throwIfAborted();
      throw sqlFailure(error, this.options.server);
    }
  };

  #laneOf(work: Work): Lane {
    return work === "trends" || work === "discovery" ? this.#views : this.#live;
  }

  async close(): Promise<void> {
    await Promise.all([this.#live.close(), this.#views.close()]);
  }
}

class Lane {
  readonly #permits: Semaphore;
  readonly #idle: Connection[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #cancelling = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  constructor(private readonly options: ConnectionsOptions, permits: number) {
    this.#permits = new Semaphore({ permits, maxWaiting: MOST_WAITING, what: "queries" });
  }

  async query(text: string, values: readonly unknown[], signal: AbortSignal): Promise<Found> {
    const running = this.#query(text, values, signal);
    const ended = running.then(() => {}, () => {}).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    return await running;
  }

  async #query(text: string, values: readonly unknown[], signal: AbortSignal): Promise<Found> {
    return await this.#permits.run(signal, async () => {
      for (;;) {
        const connection = this.#takeIdle() ?? await Connection.open(this.options, signal);
        const mayBeOld = connection.isUsed;
        try {
          return await this.#ask(connection, { text, values, signal });
        } catch (error) {
          // A connection that was lost while nobody used it: reads may be repeated.
          if (!mayBeOld || signal.aborted || !isLostConnection(error)) throw error;
        } finally {
          if (!connection.isLost) this.#idle.push(connection);
        }
      }
    });
  }

  #takeIdle(): Connection | undefined {
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      if (!one.isLost) return one;
    }
    return undefined;
  }

  async #ask(
    connection: Connection,
    { text, values, signal }: { text: string; values: readonly unknown[]; signal: AbortSignal },
  ): Promise<Found> {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(connectionFailed(`No answer came within ${ANSWER_MS / 1_000} s`)),
      ANSWER_MS,
    );
    const stop = AbortSignal.any([signal, late.signal]);
    try {
      return await untilAborted(stop, connection.query(text, values));
    } finally {
      clearTimeout(timer);
      if (stop.aborted) this.#cancel(connection);
    }
  }

  #cancel(connection: Connection): void {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), CANCEL_MS);
    const cancelling = connection.cancel(AbortSignal.any([late.signal, this.#ending.signal]))
      .catch(() => {}).finally(() => {
        clearTimeout(timer);
        this.#cancelling.delete(cancelling);
      });
    this.#cancelling.add(cancelling);
  }

  /** After `closed` has aborted, which ends what is under way. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
    await Promise.all(this.#idle.splice(0).map((one) => one.close()));
    const timer = setTimeout(() => this.#ending.abort(), GOODBYE_MS);
    await Promise.all(this.#cancelling);
    clearTimeout(timer);
  }
}

async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  work.catch(() => {});
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
