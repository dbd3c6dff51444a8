import config from "../deno.json" with { type: "json" };
import { HolderClient } from "../connectors/holder/client.ts";
import { Seal } from "../connectors/holder/seal.ts";
import type { Ms } from "../domain/shared/time.ts";
import { Neighbours } from "../domain/ownership/neighbours.ts";
import type { App } from "../routes/app.ts";
import { createStandingBy } from "../routes/standing_by.ts";
import type { Settings } from "../settings/types.ts";
import { HandOn, MOST_UNDER_WAY } from "./hand_on/hand_on.ts";
import { insidePlace, listenInside } from "./hand_on/place.ts";
import { PassedSockets } from "./hand_on/passed_sockets.ts";
import { TakenIn } from "./hand_on/taken_in.ts";
import { Borrower } from "./lent/borrower.ts";
import { Lender } from "./lent/lender.ts";
import { listen } from "./listen.ts";
import { standingByMetrics } from "./metrics/standing_by.ts";
import type { TlsPair } from "./tls.ts";

export interface FrontDoorOptions {
  settings: Pick<Settings, "host" | "port" | "clusterAddress" | "metricsToken" | "trustProxyHops">;
  tls: TlsPair | null;
  secretsKey: Uint8Array;
  spawnWorker(shard: number): Worker;
  log: Parameters<typeof createStandingBy>[0]["log"];
}

/** As much as is left beside the rest of a draining. */
const LAST_ANSWERS_MS: Ms = 1_500;
/** The holder looks once a second; what is not moved by then is lost with its line, and goes on elsewhere all the same. */
const HAND_BACK_MS: Ms = 3_000;
const ID_BYTES = 8;

/**
 * The open port of a process over a KV server, and the one that the other processes reach it at: it answers from the
 * first moment on, by the process that holds the store, until that is this one.
 */
export class FrontDoor {
  readonly neighbours: Neighbours;
  /** Where this process's shards live once it holds the store. */
  readonly borrower: Borrower;
  /** What it lends until then. */
  readonly lender: Lender;
  readonly #handOn: HandOn;
  readonly server: Deno.HttpServer<Deno.NetAddr>;
  readonly #inside: Deno.HttpServer<Deno.NetAddr>;
  readonly #client: HolderClient;
  readonly #sockets: PassedSockets;
  readonly #ending = new AbortController();
  #behind: App["fetch"] | undefined;
  #isLeaving = false;

  constructor(options: FrontDoorOptions) {
    const { settings, tls } = options;
    const seal = new Seal(options.secretsKey);
    const now = () => performance.now();
    const behind = () => this.#isLeaving ? undefined : this.#behind;
    const place = insidePlace(settings, () => Deno.networkInterfaces());
    const { server: inside, address } = listenInside(
      place,
      (request) => this.lender.isAsked(request) ? this.lender.answer(request) : takenIn.answer(request),
    );
    this.#inside = inside;
    const neighbours = this.neighbours = new Neighbours(randomId(), { address, program: config.version });
    const takenIn = new TakenIn({ seal, neighbours, now, behind });
    const client = this.#client = new HolderClient({ seal, mostConnections: MOST_UNDER_WAY });
    const { log, spawnWorker } = options;
    this.borrower = new Borrower({ seal, neighbours, now, wallNow: Date.now, log });
    this.lender = new Lender({ seal, neighbours, spawnWorker, now, wallNow: Date.now, log });
    const { signal: ending } = this.#ending;
    const handOn = this.#handOn = new HandOn({ neighbours, client, behind, ending, randomId, now });
    this.#sockets = new PassedSockets({ handOn, client, ending });
    const standingBy = this.#standingBy(options);
    this.server = listen(
      { settings, tls },
      (request, info) => this.#behind?.(request, info) ?? standingBy.fetch(request, info),
    );
  }

  /** From now on requests go there, also those that others hand on. */
  leadTo(behind: App["fetch"]): void {
    this.#behind = behind;
  }

  /** Waits until the shards of others that live here have moved to other processes, for as long as there is time. */
  async handBack(withinMs: Ms = HAND_BACK_MS): Promise<void> {
    if (this.lender.size === 0) return;
    this.neighbours.leave();
    await inTime(this.lender.emptied(), withinMs);
  }

  /** Aborts once `signal` has and what this process lends is handed back. */
  afterHandBack(signal: AbortSignal): AbortSignal {
    const after = new AbortController();
    const handBack = () => void this.handBack().then(() => after.abort());
    if (signal.aborted) handBack();
    else signal.addEventListener("abort", handBack, { once: true, signal: this.#ending.signal });
    return after.signal;
  }

  /** Takes in nothing any more that others hand on: they wait for the next process that holds the store. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Closes both ports. What is under way may end within so long, and is not waited for any longer. */
  async close(lastAnswersMs: Ms = LAST_ANSWERS_MS): Promise<void> {
    this.leave();
    this.lender.close();
    this.#sockets.close();
    const closed = Promise.all([this.server.shutdown(), this.#inside.shutdown()]);
    await inTime(closed, lastAnswersMs);
    this.#ending.abort();
    await this.#client.close();
  }

  #standingBy({ settings, log }: FrontDoorOptions): App {
    const { neighbours } = this;
    const handOn = this.#handOn;
    return createStandingBy({
      metrics: standingByMetrics({
        ...{ token: settings.metricsToken, handOn, neighbours, sockets: () => this.#sockets.size },
        lent: () => this.lender.size,
      }),
      ...{ log, trustProxy: settings.trustProxyHops, nextId: randomId },
      handOn: async (request, how) => {
        if (request.headers.get("upgrade")?.toLowerCase() === "websocket") {
          return await this.#sockets.open(request, how.peer);
        }
        return (await handOn.answer(request, how)).response;
      },
    });
  }
}

/** Waits no longer than so long. */
async function inTime(work: Promise<unknown>, ms: Ms): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, isLate]);
  clearTimeout(timer);
}

function randomId(): string {
  return crypto.getRandomValues(new Uint8Array(ID_BYTES)).toHex();
}
