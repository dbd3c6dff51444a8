import { realTimers, within } from "../actors/runtime/timers.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { App, RequestHandler } from "../routes/app.ts";
import type { MetricsPort } from "../routes/deps.ts";
import type { Settings } from "../settings/types.ts";
import { Forwarder, MOST_UNDER_WAY } from "./forwarding/forwarder.ts";
import { ForwardedSockets } from "./forwarding/forwarded_sockets.ts";
import { ForwardReceiver } from "./forwarding/forward_receiver.ts";
import { LeaderClient } from "./forwarding/leader_client.ts";
import type { SocketUpgrades } from "./forwarding/socket_upgrades.ts";
import { createStandbyApp } from "./forwarding/standby_app.ts";
import type { InternalPort } from "./internal_address.ts";
import { ClusterMembership } from "./membership/cluster_membership.ts";
import { MessageAuth } from "./message_auth.ts";
import { ShardPlacer } from "./remote_shards/shard_placer.ts";
import { WorkerHost } from "./remote_shards/worker_host.ts";

/** A port that is listened on. */
interface Server {
  readonly addr: { port: number };
  shutdown(): Promise<void>;
}

/** What the metrics of a follower are read from. */
export interface FollowerState {
  membership: ClusterMembership;
  forwarder: Forwarder;
  /** WebSockets that are forwarded to the leader. */
  sockets(): number;
  /** Shards of the leader that run in this process. */
  hostedShards(): number;
}

export interface ClusterNodeOptions {
  settings: Pick<Settings, "trustProxyHops">;
  secretsKey: Uint8Array;
  /** Opens the port that clients connect to. */
  listen(handler: RequestHandler): Server;
  /** The port that the other processes connect to. */
  internal: InternalPort;
  metrics(state: FollowerState): MetricsPort;
  upgrades: SocketUpgrades;
  /** The version of the program. Shards run only in processes of the same version. */
  program: string;
  spawnWorker(shard: number): Worker;
  log: Parameters<typeof createStandbyApp>[0]["log"];
}

/** Leaves time for the rest of the shutdown. */
const LAST_RESPONSES_MS: Ms = 1_500;
/** The leader checks once a second. Shards that have not moved by then restart elsewhere from their last generation. */
const HAND_OVER_MS: Ms = 3_000;
const ID_BYTES = 8;

/**
 * One process of a cluster: the port that clients connect to and the port that the other processes connect to. It
 * answers from the start, first by forwarding to the leader, and by itself once it leads.
 */
export class ClusterNode {
  readonly membership: ClusterMembership;
  /** Places this process's shards while it leads. */
  readonly shardPlacer: ShardPlacer;
  /** Runs shards of the leader while this process follows. */
  readonly workerHost: WorkerHost;
  readonly server: Server;
  readonly #internalServer: Pick<Server, "shutdown">;
  readonly #client: LeaderClient;
  readonly #sockets: ForwardedSockets;
  readonly #ending = new AbortController();
  #app: App["fetch"] | undefined;
  #isLeaving = false;

  constructor(options: ClusterNodeOptions) {
    const { secretsKey, program, upgrades, spawnWorker, log } = options;
    const auth = new MessageAuth(secretsKey);
    const now = () => performance.now();
    const app = () => this.#isLeaving ? undefined : this.#app;
    const { address } = options.internal;
    this.#internalServer = options.internal.serve((request) =>
      this.workerHost.isShardRequest(request) ? this.workerHost.answer(request) : receiver.answer(request)
    );
    const membership = this.membership = new ClusterMembership(randomId(), {
      address,
      program,
    });
    const receiver = new ForwardReceiver({ auth, membership, upgrades, now, app });
    const client = this.#client = new LeaderClient({ auth, mostConnections: MOST_UNDER_WAY });
    this.shardPlacer = new ShardPlacer({ auth, membership, now, wallNow: Date.now, log });
    this.workerHost = new WorkerHost({
      auth,
      membership,
      open: upgrades.open,
      spawnWorker,
      now,
      wallNow: Date.now,
      log,
    });
    const { signal: ending } = this.#ending;
    const forwarder = new Forwarder({ membership, client, app, ending, randomId, now });
    this.#sockets = new ForwardedSockets({ forwarder, client, upgrades, ending });
    const standby = this.#standbyApp(forwarder, options);
    this.server = options.listen((request, info) =>
      this.#app?.(request, info) ?? standby.fetch(request, info)
    );
  }

  /** This process leads: its app answers from now on, forwarded requests too. */
  lead(app: App["fetch"]): void {
    this.#app = app;
  }

  /** Waits until the leader has moved its shards out of this process, `withinMs` at most. */
  async handOverShards(withinMs: Ms = HAND_OVER_MS): Promise<void> {
    if (this.workerHost.size === 0) return;
    this.membership.leave();
    await within(this.workerHost.emptied(), { ms: withinMs, timers: realTimers });
  }

  /** Aborts once `signal` has aborted and the shards that run here have moved. */
  afterHandOver(signal: AbortSignal): AbortSignal {
    const after = new AbortController();
    const handOver = () => void this.handOverShards().then(() => after.abort());
    if (signal.aborted) handOver();
    else signal.addEventListener("abort", handOver, { once: true, signal: this.#ending.signal });
    return after.signal;
  }

  /** Refuses forwarded requests from now on: they wait for the next leader. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Closes both ports. Requests under way get `lastResponsesMs` to end. */
  async close(lastResponsesMs: Ms = LAST_RESPONSES_MS): Promise<void> {
    this.leave();
    this.workerHost.close();
    this.#sockets.close();
    const closed = Promise.all([this.server.shutdown(), this.#internalServer.shutdown()]);
    await within(closed, { ms: lastResponsesMs, timers: realTimers });
    this.#ending.abort();
    await this.#client.close();
  }

  #standbyApp(forwarder: Forwarder, { settings, metrics, log }: ClusterNodeOptions): App {
    const sockets = this.#sockets;
    return createStandbyApp({
      metrics: metrics({
        membership: this.membership,
        forwarder,
        sockets: () => sockets.size,
        hostedShards: () => this.workerHost.size,
      }),
      log,
      trustProxy: settings.trustProxyHops,
      nextId: randomId,
      forward: async (request, options) => {
        const isSocket = request.headers.get("upgrade")?.toLowerCase() === "websocket";
        if (isSocket) return await sockets.open(request, options.peer);
        return (await forwarder.answer(request, options)).response;
      },
    });
  }
}

function randomId(): string {
  return crypto.getRandomValues(new Uint8Array(ID_BYTES)).toHex();
}
