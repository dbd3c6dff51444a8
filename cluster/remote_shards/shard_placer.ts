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
  /** Monotonic. */
  now(): number;
  /** The wall clock, which events are timed by. */
  wallNow(): Ms;
  log: Log;
  /** How long connecting to another process may take; the default is 3 s. */
  connectMs?: Ms;
}

/** A process gets shards only after this time alive: one that keeps restarting gets none. */
const SETTLED_MS: Ms = 3_000;

/** The connection to a shard in another process. */
interface RemoteShard {
  to: string;
  link: ShardLink;
  /** Whether the worker host accepted the shard. */
  opened: Promise<boolean>;
  /** This process has abandoned it: its end is not a failure of the worker host. */
  isAbandoned: boolean;
}

interface HostCandidate {
  id: string;
  address: string;
}

/** Places the leader's shards: in its own workers and in those of worker hosts. */
export class ShardPlacer {
  #locations: (string | undefined)[] = [];
  /** Changes when placing begins and ends; moves prepared under an earlier term are dropped. */
  #term = 0;
  readonly #backoff = new PeerBackoff();
  /** Connections of the shards that run elsewhere. */
  readonly #channels = new Map<number, RemoteShard>();
  /** Connections of the shards that are about to move. */
  readonly #prepared = new Map<number, RemoteShard>();

  constructor(readonly options: ShardPlacerOptions) {}

  /** The shards that run in a process. */
  shardsIn(process: string): number[] {
    return this.#locations.flatMap((place, shard) => place === process ? [shard] : []);
  }

  /** Begins to place `shards` shards; earlier locations are forgotten. */
  begin(shards: number): void {
    this.end();
    this.#channels.clear();
    this.#locations = new Array(shards).fill(undefined);
  }

  /** The shards are about to end: nothing moves any more, and a closed channel is no failure. */
  end(): void {
    this.#term++;
    this.#abandonMoves();
    for (const channel of this.#channels.values()) channel.isAbandoned = true;
  }

  /** The link to a shard in another process; undefined when it runs in this one. */
  linkTo(shard: number): ShardLink | undefined {
    const prepared = this.#prepared.get(shard);
    this.#prepared.delete(shard);
    const remote = prepared ?? this.#connect(shard, this.#desiredLocations()[shard]);
    this.#locations[shard] = remote?.to ?? this.#self;
    if (remote === undefined) this.#channels.delete(shard);
    else this.#channels.set(shard, remote);
    return remote?.link;
  }

  /**
   * The shards that should run elsewhere and can: a channel to the new location is open. Shards of dead
   * processes are among them.
   */
  async movable(): Promise<number[]> {
    this.#abandonMoves();
    // While the store is away no members are seen, which says nothing about them.
    if (this.options.membership.members(this.options.now()).length === 0) return [];
    const term = this.#term;
    const misplaced = this.#desiredLocations().flatMap((to, shard) =>
      to === this.#locations[shard] ? [] : [{ shard, to, remote: this.#connect(shard, to) }]
    );
    await Promise.all(misplaced.map(({ remote }) => remote?.opened));
    const movable = await Promise.all(misplaced.map((one) => this.#mayMove(one, term)));
    return misplaced.filter((_, i) => movable[i]).map(({ shard }) => shard);
  }

  /** A shard that was lost meanwhile has moved already. */
  async #mayMove(
    { shard, to, remote }: { shard: number; to: string; remote: RemoteShard | undefined },
    term: number,
  ): Promise<boolean> {
    const isOpen = await remote?.opened ?? true;
    if (!isOpen || term !== this.#term || this.#locations[shard] === to) {
      if (remote !== undefined) abandon(remote);
      return false;
    }
    if (remote !== undefined) this.#keepPrepared(shard, remote);
    const channel = this.#channels.get(shard);
    if (channel !== undefined) channel.isAbandoned = true;
    return true;
  }

  #keepPrepared(shard: number, remote: RemoteShard): void {
    this.#prepared.set(shard, remote);
    remote.link.onLost(() => {
      if (this.#prepared.get(shard) === remote) this.#prepared.delete(shard);
    });
  }

  /** Abandons prepared moves that were not carried out. */
  #abandonMoves(): void {
    for (const remote of this.#prepared.values()) abandon(remote);
    this.#prepared.clear();
    for (const channel of this.#channels.values()) channel.isAbandoned = false;
  }

  get #self(): string {
    return this.options.membership.self;
  }

  /** Undefined for a shard that runs in this process. */
  #connect(shard: number, to: string): RemoteShard | undefined {
    const { auth, membership: { self: from, program }, wallNow, now, connectMs } = this.options;
    const host = this.#candidates().find(({ id }) => id === to);
    if (host === undefined) return undefined;
    const shardRequest = { v: 1, program, from, to, shard, nowMs: wallNow(), nonce: newNonce() } as const;
    const { channel, opened } = connectChannel(host.address, { auth, shardRequest, connectMs });
    const remote: RemoteShard = { to, link: channelLink(channel), opened, isAbandoned: false };
    channel.onClosed((reason) => {
      if (!remote.isAbandoned) this.#recordFailure(to, { reason, nowMs: now() });
    });
    return remote;
  }

  #recordFailure(process: string, { reason, nowMs }: { reason: string; nowMs: Ms }): void {
    const backoffMs = this.#backoff.recordFailure(process, nowMs);
    if (backoffMs === undefined) return;
    const fields = { process, reason, backoff_ms: backoffMs };
    this.options.log("warn", "A worker host refused or lost a shard; it gets no shards for a while", fields);
  }

  #desiredLocations(): string[] {
    const others = this.#candidates().map(({ id }) => id);
    return placeShards({ shards: this.#locations.length, self: this.#self, others, now: this.#locations });
  }

  #candidates(): HostCandidate[] {
    const { membership: { self, program }, now } = this.options;
    const nowMs = now();
    return this.options.membership.members(nowMs).flatMap(
      ({ id, address, program: memberProgram, sinceMs }) => {
        const isSettled = nowMs - sinceMs >= SETTLED_MS;
        if (id === self || memberProgram !== program || !isSettled || this.#backoff.isBackingOff(id, nowMs)) {
          return [];
        }
        return address !== null && URL.canParse(`ws://${address}`) ? [{ id, address }] : [];
      },
    );
  }
}

function abandon(remote: RemoteShard): void {
  remote.isAbandoned = true;
  remote.link.close();
}
