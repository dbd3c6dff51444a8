import { channelLink } from "./channel.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { connectChannel, newNonce } from "./open_channel.ts";
import type { MessageAuth } from "../message_auth.ts";
import { PeerBackoff } from "./peer_backoff.ts";
import { placeShards } from "./placement.ts";
import type { ClusterMembership } from "../membership/cluster_membership.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Log } from "../../settings/log.ts";

export interface ShardPlacerOptions {
  auth: MessageAuth;
  membership: ClusterMembership;
  /** Steady. */
  now(): number;
  /** The clock that events are told by. */
  wallNow(): Ms;
  log: Log;
}

/** A process gets shards once it has lived so long: one that starts again and again gets none. */
const SETTLED_MS: Ms = 3_000;

/** The way to a worker in another process. */
interface RemoteShard {
  to: string;
  link: ShardLink;
  /** Whether the other process lent one. */
  opened: Promise<boolean>;
  /** It is given up by this process: that it ends is nobody's fault. */
  isLeft: boolean;
}

interface HostCandidate {
  id: string;
  address: string;
}

/** Where the shards of the process that holds the store live: in its own workers, and in those that others lend. */
export class ShardPlacer {
  #places: (string | undefined)[] = [];
  /** Changes when the shards are placed anew, and at the end: what was under way before counts no more. */
  #term = 0;
  readonly #backoff = new PeerBackoff();
  /** Of the shards that live elsewhere. */
  readonly #channels = new Map<number, RemoteShard>();
  /** Of those that are about to. */
  readonly #ahead = new Map<number, RemoteShard>();

  constructor(readonly options: ShardPlacerOptions) {}

  /** The shards that live in a process. */
  shardsIn(process: string): number[] {
    return this.#places.flatMap((place, shard) => place === process ? [shard] : []);
  }

  /** From now on so many shards are to be placed, wherever those before have lived. */
  begin(shards: number): void {
    this.end();
    this.#channels.clear();
    this.#places = new Array(shards).fill(undefined);
  }

  /** The shards are about to end: nothing moves any more, and it is nobody's fault when a channel ends. */
  end(): void {
    this.#term++;
    this.#forgetMoves();
    for (const channel of this.#channels.values()) channel.isLeft = true;
  }

  /** The way to a shard in another process; undefined when it is to live in this one. */
  linkTo(shard: number): ShardLink | undefined {
    const ahead = this.#ahead.get(shard);
    this.#ahead.delete(shard);
    const remote = ahead ?? this.#connect(shard, this.#wanted()[shard]);
    this.#places[shard] = remote?.to ?? this.#self;
    if (remote === undefined) this.#channels.delete(shard);
    else this.#channels.set(shard, remote);
    return remote?.link;
  }

  /**
   * The shards that should live elsewhere than they do, and can: there is a channel to their new place. Those of processes
   * that live no more are among them.
   */
  async movable(): Promise<number[]> {
    this.#forgetMoves();
    // While the store is away nobody is seen, and that says nothing.
    if (this.options.membership.members(this.options.now()).length === 0) return [];
    const term = this.#term;
    const misplaced = this.#wanted().flatMap((to, shard) =>
      to === this.#places[shard] ? [] : [{ shard, to, remote: this.#connect(shard, to) }]
    );
    await Promise.all(misplaced.map(({ remote }) => remote?.opened));
    const movable = await Promise.all(misplaced.map((one) => this.#mayMove(one, term)));
    return misplaced.filter((_, i) => movable[i]).map(({ shard }) => shard);
  }

  /** A shard that was lost meanwhile lives somewhere else already. */
  async #mayMove(
    { shard, to, remote }: { shard: number; to: string; remote: RemoteShard | undefined },
    term: number,
  ): Promise<boolean> {
    const isOpen = await remote?.opened ?? true;
    if (!isOpen || term !== this.#term || this.#places[shard] === to) {
      if (remote !== undefined) leave(remote);
      return false;
    }
    if (remote !== undefined) this.#keepAhead(shard, remote);
    const channel = this.#channels.get(shard);
    if (channel !== undefined) channel.isLeft = true;
    return true;
  }

  #keepAhead(shard: number, remote: RemoteShard): void {
    this.#ahead.set(shard, remote);
    remote.link.onLost(() => {
      if (this.#ahead.get(shard) === remote) this.#ahead.delete(shard);
    });
  }

  /** Those of the last time that did not come about. */
  #forgetMoves(): void {
    for (const remote of this.#ahead.values()) leave(remote);
    this.#ahead.clear();
    for (const channel of this.#channels.values()) channel.isLeft = false;
  }

  get #self(): string {
    return this.options.membership.self;
  }

  /** Undefined for what is to live in this process. */
  #connect(shard: number, to: string): RemoteShard | undefined {
    const { auth, membership: { self: from, program }, wallNow, now } = this.options;
    const host = this.#candidates().find(({ id }) => id === to);
    if (host === undefined) return undefined;
    const shardRequest = { v: 1, program, from, to, shard, nowMs: wallNow(), nonce: newNonce() } as const;
    const { channel, opened } = connectChannel(host.address, { auth, shardRequest });
    const remote: RemoteShard = { to, link: channelLink(channel), opened, isLeft: false };
    channel.onClosed((reason) => {
      if (!remote.isLeft) this.#recordFailure(to, { reason, nowMs: now() });
    });
    return remote;
  }

  #recordFailure(process: string, { reason, nowMs }: { reason: string; nowMs: Ms }): void {
    const avoidedMs = this.#backoff.recordFailure(process, nowMs);
    if (avoidedMs === undefined) return;
    const said = { process, reason, avoided_ms: avoidedMs };
    this.options.log("warn", "A process lent no worker, or lost one; it gets no shards for a while", said);
  }

  #wanted(): string[] {
    const others = this.#candidates().map(({ id }) => id);
    return placeShards({ shards: this.#places.length, self: this.#self, others, now: this.#places });
  }

  #candidates(): HostCandidate[] {
    const { membership: { self, program }, now } = this.options;
    const nowMs = now();
    return this.options.membership.members(nowMs).flatMap(({ id, address, program: its, sinceMs }) => {
      const isSettled = nowMs - sinceMs >= SETTLED_MS;
      if (id === self || its !== program || !isSettled || this.#backoff.isBackingOff(id, nowMs)) return [];
      return address !== null && URL.canParse(`ws://${address}`) ? [{ id, address }] : [];
    });
  }
}

function leave(remote: RemoteShard): void {
  remote.isLeft = true;
  remote.link.close();
}
