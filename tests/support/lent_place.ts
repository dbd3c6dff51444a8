import { lendWorker, lineLink } from "../../actors/runtime/line.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import type { Timers } from "../../actors/runtime/timers.ts";
import { borrowLine, lendLine, newNonce } from "../../connectors/holder/lent_line.ts";
import { Seal } from "../../connectors/holder/seal.ts";
import type { SealedLine } from "../../connectors/holder/sealed_line.ts";
import { textOf, WIRE } from "../../connectors/holder/wire.ts";
import { spawnToyWorker } from "./runtime_house.ts";

export interface LentPlaceOptions {
  spawnWorker?: () => Worker;
  /** Of the borrowing end, and of the lending one: two machines have two clocks. */
  timers?: Timers;
  itsTimers?: Timers;
  silenceMs?: number;
}

/** Lends workers over loopback to its own process, whoever asks. */
export class LentPlace implements AsyncDisposable {
  readonly workers: Worker[] = [];
  /** The lending ends. */
  readonly lines: SealedLine[] = [];
  /** Why lines have ended, as the lending end heard. */
  readonly ended: string[] = [];
  readonly #seal = new Seal(new Uint8Array(32));
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #closed = new Set<Promise<void>>();

  constructor(readonly options: LentPlaceOptions = {}) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#lend(request),
    );
  }

  get port(): number {
    return this.#server.addr.port;
  }

  readonly linkTo = (shard: number, port = this.port): ShardLink => {
    const nonce = newNonce();
    const borrowing = { v: 1, program: "1", from: "a", to: "b", shard, nowMs: 0, nonce } as const;
    const { line } = borrowLine(`127.0.0.1:${port}`, { seal: this.#seal, borrowing });
    return lineLink(line, this.options.timers);
  };

  #lend(request: Request): Response {
    const text = textOf(request.headers.get(WIRE.head)) ?? "";
    const { response, line } = lendLine(request, { seal: this.#seal, text });
    const worker = (this.options.spawnWorker ?? spawnToyWorker)();
    const { itsTimers, silenceMs } = this.options;
    lendWorker(worker, line, { timers: itsTimers, silenceMs });
    this.workers.push(worker);
    this.lines.push(line);
    const { promise, resolve } = Promise.withResolvers<void>();
    line.onClosed((reason) => {
      this.ended.push(reason);
      resolve();
    });
    this.#closed.add(promise);
    return response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const line of this.lines) line.close("the test is over");
    await Promise.all(this.#closed);
    await this.#server.shutdown();
  }
}
