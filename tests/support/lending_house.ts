import { headOf, WIRE } from "../../connectors/holder/wire.ts";
import { newNonce } from "../../connectors/holder/lent_line.ts";
import { Seal } from "../../connectors/holder/seal.ts";
import type { Borrowing } from "../../domain/lending/types.ts";
import { Neighbours } from "../../domain/ownership/neighbours.ts";
import type { SeenProcess } from "../../domain/ownership/types.ts";
import { Borrower } from "../../main/lent/borrower.ts";
import { Lender, type LenderOptions } from "../../main/lent/lender.ts";
import { spawnToyWorker } from "./runtime_house.ts";

const SEAL = new Seal(new Uint8Array(32));

/** One process of the house. */
export class LendingProcess implements AsyncDisposable {
  readonly server: Deno.HttpServer<Deno.NetAddr>;
  readonly neighbours: Neighbours;
  readonly lender: Lender;
  readonly borrower: Borrower;
  readonly logged: { level: string; message: string; fields?: Record<string, unknown> }[] = [];
  readonly spawned: { shard: number; worker: Worker; isEnded: boolean }[] = [];
  /** How far its clock is off. */
  shiftMs = 0;
  /** Null: it tells no address. */
  told: string | null;

  constructor(
    readonly id: string,
    { clock, program = "1", lending = {} }: ProcessOptions & { clock: { nowMs: number } },
  ) {
    this.server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.lender.answer(request),
    );
    const address = this.told = `127.0.0.1:${this.server.addr.port}`;
    const neighbours = this.neighbours = new Neighbours(id, { address, program });
    const shared = {
      ...{ seal: SEAL, neighbours, now: () => clock.nowMs, wallNow: () => clock.nowMs + this.shiftMs },
      log: (level: string, message: string, fields?: Record<string, unknown>) =>
        void this.logged.push({ level, message, fields }),
    };
    this.lender = new Lender({ ...shared, spawnWorker: (shard) => this.#spawn(shard), ...lending });
    this.borrower = new Borrower(shared);
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
    this.borrower.end();
    this.lender.close();
    await this.server.shutdown();
  }
}

export interface ProcessOptions {
  program?: string;
  lending?: Partial<LenderOptions>;
}

/** Processes that lend each other workers over loopback; the store is played, and time stands still until it is moved. */
export class LendingHouse implements AsyncDisposable {
  readonly clock = { nowMs: 1_000_000 };
  readonly processes = new Map<string, LendingProcess>();
  /** Who holds the store; null: nobody. */
  holder: string | null;
  readonly #gone: LendingProcess[] = [];

  /** They have lived for long enough to be lent from. */
  constructor(ids: readonly string[]) {
    for (const id of ids) this.start(id);
    this.holder = ids[0];
    this.look();
    this.pass(3_000);
  }

  process(id: string): LendingProcess {
    const found = this.processes.get(id);
    if (found === undefined) throw new TypeError(`There is no process ${id}`);
    return found;
  }

  start(id: string, options: ProcessOptions = {}): LendingProcess {
    const process = new LendingProcess(id, { clock: this.clock, ...options });
    this.processes.set(id, process);
    return process;
  }

  /** It is dead; its connections end. */
  async kill(id: string): Promise<void> {
    const process = this.process(id);
    this.processes.delete(id);
    this.#gone.push(process);
    process.lender.close();
    await process.server.shutdown();
  }

  /** So much time passes, and all look at the store once in it. */
  pass(ms: number): void {
    this.clock.nowMs += ms;
    this.look();
  }

  /** All that live renew and see each other. */
  look(): void {
    const { nowMs } = this.clock;
    const seen = new Map<string, SeenProcess>();
    for (const [id, { neighbours, told }] of this.processes) {
      const { beat, address, program } = neighbours.renewing(nowMs);
      const record = told === null ? { beat } : { beat, address: told || address, program };
      seen.set(id, { untilMs: 0, versionstamp: String(beat), ...record });
    }
    const epoch = { record: { v: 1 as const, epoch: 1, holder: this.holder }, versionstamp: "1" };
    const view = { processes: seen, epochs: new Map([[0, epoch]]) };
    const live = new Set(seen.keys());
    for (const { neighbours } of this.processes.values()) neighbours.look(view, { live, nowMs });
  }

  borrowing(to: string, given: Partial<Borrowing> = {}): Borrowing {
    const from = this.holder ?? "nobody";
    return { v: 1, program: "1", from, to, shard: 1, nowMs: this.clock.nowMs, nonce: newNonce(), ...given };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.processes.values(), ...this.#gone];
    for (const { borrower } of all) borrower.begin(0);
    await Promise.all(all.map((process) => process[Symbol.asyncDispose]()));
  }
}

/** The heads of a borrowing as they should be. */
export function headsOf(borrowing: Borrowing | string): Record<string, string> {
  const text = typeof borrowing === "string" ? borrowing : JSON.stringify(borrowing);
  return { ...UPGRADE, [WIRE.head]: headOf(text), [WIRE.seal]: SEAL.of(text) };
}

export const UPGRADE = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** The status that a request for a worker is answered with, by plain TCP; `end` ends the connection. */
export async function statusOf(
  { server }: LendingProcess,
  headers: Record<string, string>,
): Promise<{ status: number; end: () => void }> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await connection.write(new TextEncoder().encode(`GET /lent HTTP/1.1\r\nhost: x\r\n${lines}\r\n`));
  const head = new Uint8Array(4_096);
  const length = await connection.read(head) ?? 0;
  const [, status] = new TextDecoder().decode(head.subarray(0, length)).split(" ");
  const end = () => connection.close();
  if (status !== "101") end();
  return { status: Number(status), end };
}
