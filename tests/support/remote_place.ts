import { channelLink, hostWorker } from "../../cluster/remote_shards/channel.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import type { Timers } from "../../actors/runtime/timers.ts";
import { acceptChannel, connectChannel, newNonce } from "../../cluster/remote_shards/open_channel.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import type { EncryptedChannel } from "../../cluster/remote_shards/encrypted_channel.ts";
import { textOf, WIRE } from "../../cluster/wire.ts";
import { spawnToyWorker } from "./runtime_house.ts";

export interface LentPlaceOptions {
  spawnWorker?: () => Worker;
  /** Of the shardRequest end, and of the shardReply one: two machines have two clocks. */
  timers?: Timers;
  itsTimers?: Timers;
  silenceMs?: number;
}

/** Lends workers over loopback to its own process, whoever asks. */
export class LentPlace implements AsyncDisposable {
  readonly workers: Worker[] = [];
  /** The shardReply ends. */
  readonly lines: EncryptedChannel[] = [];
  /** Why lines have ended, as the shardReply end heard. */
  readonly ended: string[] = [];
  readonly #auth = new MessageAuth(new Uint8Array(32));
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
    const shardRequest = { v: 1, program: "1", from: "a", to: "b", shard, nowMs: 0, nonce } as const;
    const { channel } = connectChannel(`127.0.0.1:${port}`, { auth: this.#auth, shardRequest });
    return channelLink(channel, this.options.timers);
  };

  #lend(request: Request): Response {
    const text = textOf(request.headers.get(WIRE.head)) ?? "";
    const { response, channel } = acceptChannel(request, { auth: this.#auth, text });
    const worker = (this.options.spawnWorker ?? spawnToyWorker)();
    const { itsTimers, silenceMs } = this.options;
    hostWorker(worker, channel, { timers: itsTimers, silenceMs });
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
    for (const channel of this.lines) channel.close("the test is over");
    await Promise.all(this.#closed);
    await this.#server.shutdown();
  }
}
