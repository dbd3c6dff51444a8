import { lendLine } from "../../connectors/holder/lent_line.ts";
import type { Seal } from "../../connectors/holder/seal.ts";
import { textOf, WIRE } from "../../connectors/holder/wire.ts";
import { lendWorker, type Line } from "../../actors/runtime/line.ts";
import { parseBorrowing } from "../../domain/lending/schema.ts";
import { type Borrowing, MOST_SKEW_MS } from "../../domain/lending/types.ts";
import type { Holder, Neighbours } from "../../domain/ownership/neighbours.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Log } from "../../settings/log.ts";

export interface LenderOptions {
  seal: Seal;
  neighbours: Neighbours;
  spawnWorker(shard: number): Worker;
  /** Steady. */
  now(): number;
  /** The clock that events are told by. */
  wallNow(): Ms;
  log: Log;
  /** Workers lent at a time; the default is 64. */
  most?: number;
  /** A worker ends when its shard's process said nothing for so long; the default is 30 s. */
  silenceMs?: Ms;
}

const MOST_LENT = 64;
/** What is older has been refused for its time. */
const KNOWN_MS: Ms = 2 * MOST_SKEW_MS;

/** Lends workers of this process to the one that holds the store, whose shards live in them. */
export class Lender {
  readonly #lent = new Set<() => void>();
  readonly #whenEmpty = new Set<() => void>();
  readonly #nonces = new Map<string, Ms>();
  #isClosed = false;

  constructor(readonly options: LenderOptions) {}

  /** How many shards of another process live here. */
  get size(): number {
    return this.#lent.size;
  }

  isAsked(request: Request): boolean {
    return new URL(request.url).pathname === WIRE.lent;
  }

  /** 403: not of a process with the same SECRETS_KEY; 400: not understood; 503: nothing is lent. */
  answer(request: Request): Response {
    const { seal } = this.options;
    const text = textOf(request.headers.get(WIRE.head));
    if (text === undefined || !seal.fits(text, request.headers.get(WIRE.seal))) return refused(403);
    const borrowing = parseBorrowing(text);
    if (borrowing === undefined) return refused(400);
    const holder = this.#holderOf(borrowing);
    if (holder === undefined || this.#lent.size >= (this.options.most ?? MOST_LENT)) return refused(503);
    if (!this.#isFirst(borrowing)) return refused(503);
    const opened = opens(request, { seal, text });
    if (opened === undefined) return refused(400);
    this.#lend(opened.line, { borrowing, holder });
    return opened.response;
  }

  /** Resolves once it lends nothing. */
  emptied(): Promise<void> {
    if (this.#lent.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenEmpty.add(resolve));
  }

  /** Ends what is lent: its shards go on elsewhere. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#lent]) end();
  }

  /** Only the process that holds the store borrows, from the one it meant, for a program that understands it. */
  #holderOf({ from, to, program, nowMs }: Borrowing): Holder | undefined {
    const { neighbours, now, wallNow, log } = this.options;
    const holder = neighbours.holder(now());
    const skewMs = wallNow() - nowMs;
    if (Math.abs(skewMs) > MOST_SKEW_MS) {
      log("warn", "This process lends no workers: its clock differs; set both by one time server", {
        from,
        skew_ms: skewMs,
      });
      return undefined;
    }
    const fits = holder?.id === from && to === neighbours.self && program === neighbours.program;
    return fits && !this.#isClosed ? holder : undefined;
  }

  /** What was heard on its way and comes again opens nothing: as long as it is in time, it is known. */
  #isFirst({ nonce }: Borrowing): boolean {
    const nowMs = this.options.now();
    for (const [known, heardMs] of this.#nonces) {
      if (nowMs - heardMs <= KNOWN_MS) break;
      this.#nonces.delete(known);
    }
    if (this.#nonces.has(nonce)) return false;
    this.#nonces.set(nonce, nowMs);
    return true;
  }

  #lend(line: Line, { borrowing, holder }: { borrowing: Borrowing; holder: Holder }): void {
    const { log, silenceMs } = this.options;
    const { shard, from } = borrowing;
    const worker = this.#spawn(shard, line);
    if (worker === undefined) return;
    const end = lendWorker(worker, line, { silenceMs });
    this.#lent.add(end);
    holder.gone.addEventListener("abort", end, { once: true });
    log("info", "A shard of another process lives here", { shard, from });
    line.onClosed((reason) => {
      this.#returned(end);
      holder.gone.removeEventListener("abort", end);
      log("info", "A shard of another process lives here no more", { shard, from, reason });
    });
  }

  #returned(end: () => void): void {
    this.#lent.delete(end);
    if (this.#lent.size > 0) return;
    for (const tell of this.#whenEmpty) tell();
    this.#whenEmpty.clear();
  }

  #spawn(shard: number, line: Line): Worker | undefined {
    try {
      return this.options.spawnWorker(shard);
    } catch (error) {
      this.options.log("error", "A worker could not be started", { shard, error: String(error) });
      line.close("it could not start a worker");
      return undefined;
    }
  }
}

/** Undefined for what opens no WebSocket. */
function opens(request: Request, by: { seal: Seal; text: string }): ReturnType<typeof lendLine> | undefined {
  try {
    return lendLine(request, by);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function refused(status: number): Response {
  return new Response(null, { status });
}
