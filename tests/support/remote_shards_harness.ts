import { headOf, WIRE } from "../../cluster/wire.ts";
import { newNonce } from "../../cluster/remote_shards/open_channel.ts";
import { internalTls, trustedCertificate } from "../../cluster/internal_tls.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import type { ShardRequest } from "../../cluster/remote_shards/types.ts";
import { ClusterMembership } from "../../cluster/membership/cluster_membership.ts";
import type { SeenProcess } from "../../cluster/membership/types.ts";
import { ShardPlacer } from "../../cluster/remote_shards/shard_placer.ts";
import { WorkerHost, type WorkerHostOptions } from "../../cluster/remote_shards/worker_host.ts";
import { spawnToyWorker } from "./runtime_harness.ts";

/** Only a fault runs into it, on a busy machine too. */
const CONNECT_MS = 60_000;

const AUTH = new MessageAuth(new Uint8Array(32));

/** A process of the harness. */
export class RemoteShardsProcess implements AsyncDisposable {
  readonly server: Deno.HttpServer<Deno.NetAddr>;
  readonly membership: ClusterMembership;
  readonly workerHost: WorkerHost;
  readonly shardPlacer: ShardPlacer;
  readonly logged: { level: string; message: string; fields?: Record<string, unknown> }[] = [];
  readonly spawned: { shard: number; worker: Worker; isEnded: boolean }[] = [];
  /** How far its clock is off. */
  shiftMs = 0;
  /** Null: it reports no address. */
  reportedAddress: string | null;

  constructor(
    readonly id: string,
    { clock, program = "1", shardReply = {} }: ProcessOptions & { clock: { nowMs: number } },
  ) {
    this.server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...internalTls(AUTH, "127.0.0.1") },
      (request) => this.workerHost.answer(request),
    );
    const address = this.reportedAddress = `127.0.0.1:${this.server.addr.port}`;
    const membership = this.membership = new ClusterMembership(id, { address, program });
    const shared = {
      auth: AUTH,
      membership,
      now: () => clock.nowMs,
      wallNow: () => clock.nowMs + this.shiftMs,
      log: (level: string, message: string, fields?: Record<string, unknown>) =>
        void this.logged.push({ level, message, fields }),
    };
    this.workerHost = new WorkerHost({
      ...shared,
      spawnWorker: (shard) => this.#spawn(shard),
      ...shardReply,
    });
    this.shardPlacer = new ShardPlacer({ ...shared, connectMs: CONNECT_MS });
  }

  #spawn(shard: number): Worker {
    const worker = spawnToyWorker();
    const spawned = { shard, worker, isEnded: false };
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      spawned.isEnded = true;
      terminate();
    };
    this.spawned.push(spawned);
    return worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.shardPlacer.end();
    this.workerHost.close();
    await this.server.shutdown();
  }
}

export interface ProcessOptions {
  program?: string;
  shardReply?: Partial<WorkerHostOptions>;
}

/** Processes that run remote shards for each other over loopback, with a fake store and a manual clock. */
export class RemoteShardsHarness implements AsyncDisposable {
  readonly clock = { nowMs: 1_000_000 };
  readonly processes = new Map<string, RemoteShardsProcess>();
  /** The leader; null: none. */
  leader: string | null;
  readonly #gone: RemoteShardsProcess[] = [];

  /** All have been alive for long enough to host shards. */
  constructor(ids: readonly string[]) {
    for (const id of ids) this.start(id);
    this.leader = ids[0];
    this.observe();
    this.pass(3_000);
  }

  process(id: string): RemoteShardsProcess {
    const found = this.processes.get(id);
    if (found === undefined) throw new TypeError(`There is no process ${id}`);
    return found;
  }

  start(id: string, options: ProcessOptions = {}): RemoteShardsProcess {
    const process = new RemoteShardsProcess(id, { clock: this.clock, ...options });
    this.processes.set(id, process);
    return process;
  }

  /** Ends a process and its connections. */
  async kill(id: string): Promise<void> {
    const process = this.process(id);
    this.processes.delete(id);
    this.#gone.push(process);
    process.workerHost.close();
    await process.server.shutdown();
  }

  /** Advances the clock; every process reads the leases once. */
  pass(ms: number): void {
    this.clock.nowMs += ms;
    this.observe();
  }

  /** All live processes renew their records and read the leases. */
  observe(): void {
    const { nowMs } = this.clock;
    const seen = new Map<string, SeenProcess>();
    for (const [id, { membership, reportedAddress }] of this.processes) {
      const { beat, address, program } = membership.renewal(nowMs);
      const record = reportedAddress === null
        ? { beat }
        : { beat, address: reportedAddress || address, program };
      seen.set(id, { untilMs: 0, versionstamp: String(beat), ...record });
    }
    const epoch = { record: { v: 1 as const, epoch: 1, holder: this.leader }, versionstamp: "1" };
    const view = { processes: seen, epochs: new Map([[0, epoch]]) };
    const live = new Set(seen.keys());
    for (const { membership } of this.processes.values()) membership.observe(view, { live, nowMs });
  }

  shardRequest(to: string, given: Partial<ShardRequest> = {}): ShardRequest {
    const from = this.leader ?? "none";
    return { v: 1, program: "1", from, to, shard: 1, nowMs: this.clock.nowMs, nonce: newNonce(), ...given };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.processes.values(), ...this.#gone];
    for (const { shardPlacer } of all) shardPlacer.begin(0);
    await Promise.all(all.map((process) => process[Symbol.asyncDispose]()));
  }
}

/** The headers of a valid shard request. */
export function headsOf(shardRequest: ShardRequest | string): Record<string, string> {
  const text = typeof shardRequest === "string" ? shardRequest : JSON.stringify(shardRequest);
  return { ...UPGRADE, [WIRE.head]: headOf(text), [WIRE.signature]: AUTH.sign(text) };
}

export const UPGRADE = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** Sends a shard request over plain TCP and returns the status; `end` closes the connection. */
export async function statusOf(
  { server }: RemoteShardsProcess,
  headers: Record<string, string>,
): Promise<{ status: number; end: () => void }> {
  const { port } = server.addr, caCerts = [trustedCertificate(AUTH)];
  const connection = await Deno.connectTls({ hostname: "127.0.0.1", port, caCerts });
  const channels = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await connection.write(new TextEncoder().encode(`GET /lent HTTP/1.1\r\nhost: x\r\n${channels}\r\n`));
  const head = new Uint8Array(4_096);
  const length = await connection.read(head) ?? 0;
  const [, status] = new TextDecoder().decode(head.subarray(0, length)).split(" ");
  const end = () => connection.close();
  if (status !== "101") end();
  return { status: Number(status), end };
}
