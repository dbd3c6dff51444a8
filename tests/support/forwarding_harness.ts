import { socketUpgrades } from "../../main/socket_upgrade.ts";
import { type InternalTls, internalTls } from "../../cluster/internal_tls.ts";
import { LeaderClient } from "../../cluster/forwarding/leader_client.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import { ClusterMembership } from "../../cluster/membership/cluster_membership.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { Forwarder } from "../../cluster/forwarding/forwarder.ts";
import { ForwardedSockets } from "../../cluster/forwarding/forwarded_sockets.ts";
import { ForwardReceiver } from "../../cluster/forwarding/forward_receiver.ts";
import type { App } from "../../routes/app.ts";
import { assertRejects } from "./assert.ts";
import { FaultyProxy } from "./faulty_proxy.ts";

/** The refusal of a request. */
export function refused(asked: Promise<Response>): Promise<Refusal> {
  return assertRejects(() => asked, Refusal);
}

export interface ForwardingHarnessOptions {
  app: App["fetch"];
  silenceMs?: number;
  mostUnderWay?: number;
  /** False: there is no leader. */
  hasLeader?: boolean;
  /** False: the leader has no app yet. */
  isReady?: boolean;
  /** The address that the leader reports; the proxy when absent. */
  address?: string;
}

const RENEW_MS = 50;
const now = () => performance.now();
const auth = new MessageAuth(new TextEncoder().encode("of all processes over one store."));
/** Of every leader of the harness. */
export const LEADER_TLS = internalTls(auth, "127.0.0.1");

/** A leader and a follower that forwards to it through a proxy that can be cut and slowed, with a fake store. */
export class ForwardingHarness implements AsyncDisposable {
  readonly leader: ClusterMembership;
  readonly sender = new ClusterMembership("sender", { address: "nowhere:1", program: "1" });
  readonly receiver: ForwardReceiver;
  readonly client: LeaderClient;
  readonly forwarder: Forwarder;
  readonly line: FaultyProxy;
  readonly sockets: ForwardedSockets;
  /** Where a browser opens a WebSocket that is forwarded. */
  readonly url: string;
  readonly #servers: Deno.HttpServer<Deno.NetAddr>[];
  readonly #ending = new AbortController();
  readonly #renewal: ReturnType<typeof setInterval>;
  #stamp = 0;

  constructor(
    { app, silenceMs, mostUnderWay, hasLeader = true, isReady = true, address }: ForwardingHarnessOptions,
  ) {
    const inside = serve((request) => this.receiver.answer(request), LEADER_TLS);
    this.line = new FaultyProxy(inside.addr.port);
    this.leader = new ClusterMembership("leader", {
      address: address ?? new URL(this.line.url).host,
      program: "1",
    });
    this.receiver = new ForwardReceiver({
      auth,
      membership: this.leader,
      upgrades: socketUpgrades,
      now,
      app: () => isReady ? app : undefined,
    });
    const client = this.client = new LeaderClient({ auth, mostConnections: 100 });
    const ending = this.#ending.signal;
    const forwarder = this.forwarder = new Forwarder({
      membership: this.sender,
      client,
      app: () => undefined,
      ending,
      now,
      randomId: () => crypto.randomUUID(),
      silenceMs,
      mostUnderWay,
    });
    const sockets = this.sockets = new ForwardedSockets({
      forwarder,
      client,
      upgrades: socketUpgrades,
      ending,
    });
    const outside = serve((request) => sockets.open(request, "10.1.2.3"));
    this.url = `ws://127.0.0.1:${outside.addr.port}/`;
    this.#servers = [inside, outside];
    this.renew(hasLeader ? "leader" : null);
    this.#renewal = setInterval(() => this.renew(hasLeader ? "leader" : null), RENEW_MS);
  }

  /** The leader renews its record, and the sender reads who leads. */
  renew(holds: string | null): void {
    const nowMs = now();
    const record = { ...this.leader.renewal(nowMs), untilMs: 0, versionstamp: String(++this.#stamp) };
    const epoch = { record: { v: 1 as const, epoch: 1, holder: holds }, versionstamp: "1" };
    const view = { processes: new Map([["leader", record]]), epochs: new Map([[0, epoch]]) };
    this.sender.observe(view, { live: new Set(["leader", "sender"]), nowMs });
  }

  /** Another process becomes the leader. */
  takenOver(): void {
    clearInterval(this.#renewal);
    this.renew("another");
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(`https://andon.example${path}`, init);
    return (await this.forwarder.answer(request, { peer: "10.1.2.3" })).response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#renewal);
    this.#ending.abort();
    this.sockets.close();
    await this.client.close();
    await this.line[Symbol.asyncDispose]();
    for (const server of this.#servers) await server.shutdown();
  }
}

function serve(
  answer: (request: Request) => Promise<Response>,
  tls?: InternalTls,
): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {}, ...tls }, answer);
}
