import { channelLink, hostWorker } from "../../cluster/remote_shards/channel.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import type { Timers } from "../../actors/runtime/timers.ts";
import { acceptChannel, connectChannel, newNonce } from "../../cluster/remote_shards/open_channel.ts";
import { internalTls } from "../../cluster/internal_tls.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import type { EncryptedChannel } from "../../cluster/remote_shards/encrypted_channel.ts";
import { textOf, WIRE } from "../../cluster/wire.ts";
import { spawnToyWorker } from "./runtime_harness.ts";

export interface RemoteWorkersOptions {
  spawnWorker?: () => Worker;
  /** Timers of the leader's end, and of the host's end: two machines have two clocks. */
  timers?: Timers;
  hostTimers?: Timers;
  silenceMs?: number;
}

/** Runs workers for this process behind loopback channels, for any request. */
export class RemoteWorkers implements AsyncDisposable {
  readonly workers: Worker[] = [];
  /** The host's ends of the channels. */
  readonly lines: EncryptedChannel[] = [];
  /** Why channels have ended, by the host's end. */
  readonly ended: string[] = [];
  readonly #auth = new MessageAuth(new Uint8Array(32));
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #closed = new Set<Promise<void>>();

  constructor(readonly options: RemoteWorkersOptions = {}) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...internalTls(this.#auth, "127.0.0.1") },
      (request) => this.#host(request),
    );
  }

  get port(): number {
    return this.#server.addr.port;
  }

  readonly linkTo = (shard: number, port = this.port): ShardLink => {
    const nonce = newNonce();
    const shardRequest = { v: 1, program: "1", from: "a", to: "b", shard, nowMs: 0, nonce } as const;
    const { channel } = connectChannel(`127.0.0.1:${port}`, { auth: this.#auth, shardRequest });
    return channelLink(channel, this.options.timers);
  };

  #host(request: Request): Response {
    const text = textOf(request.headers.get(WIRE.head)) ?? "";
    const { response, channel } = acceptChannel(request, { auth: this.#auth, text });
    const worker = (this.options.spawnWorker ?? spawnToyWorker)();
    const { hostTimers, silenceMs } = this.options;
    hostWorker(worker, channel, { timers: hostTimers, silenceMs });
    this.workers.push(worker);
    this.lines.push(channel);
    const { promise, resolve } = Promise.withResolvers<void>();
    channel.onClosed((reason) => {
      this.ended.push(reason);
      resolve();
    });
    this.#closed.add(promise);
    return response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const channel of this.lines) channel.close("the test has ended");
    await Promise.all(this.#closed);
    await this.#server.shutdown();
  }
}
