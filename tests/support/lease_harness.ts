import { Lease } from "../../cluster/lease/lease.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type KvBackend, kvBackend } from "../../storage/store/backend.ts";
import { FakeTimers, restOfTheLoop } from "./runtime_timers.ts";

const LEASE_MS: Ms = 5_000;
const STEP_MS: Ms = 250;

interface Member {
  id: string;
  lease: Lease;
  state: "live" | "paused" | "dead";
  renewedMs: Ms;
  /** Calls of a paused or dead process wait here. */
  waiting: (() => void)[];
}

/** Processes over one store with a manual clock. */
export class LeaseHarness implements AsyncDisposable {
  readonly displaced: string[] = [];
  readonly reusedEpochs: number[] = [];
  readonly #members = new Map<string, Member>();
  readonly #timers = new FakeTimers();
  readonly #holderOf = new Map<number, string>();
  #names = 0;
  #underWay = 0;

  private constructor(readonly kv: Deno.Kv) {}

  static async open(): Promise<LeaseHarness> {
    return new LeaseHarness(await Deno.openKv(":memory:"));
  }

  /** A process that ended starts under another id. */
  start(name: string): void {
    if ((this.#members.get(name)?.state ?? "dead") !== "dead") return;
    const id = `${name}.${++this.#names}`;
    const member: Partial<Member> = { id, state: "live", renewedMs: -Infinity, waiting: [] };
    this.#members.set(name, member as Member);
    const { now, after } = this.#timers;
    member.lease = new Lease({
      backend: this.#backendOf(member as Member),
      id,
      clock: { now, after },
      wallNow: now,
      random: Math.random,
      log: () => {},
    });
  }

  kill(name: string): void {
    this.#turn(name, "dead");
  }

  pause(name: string): void {
    this.#turn(name, "paused");
  }

  resume(name: string): void {
    this.#turn(name, "live");
  }

  leave(name: string): void {
    const member = this.#members.get(name);
    if (member?.state !== "live") return;
    void member.lease.release().then(() => member.state = "dead");
  }

  resumeAll(): void {
    for (const name of this.#members.keys()) this.resume(name);
  }

  /** Those that hold the lease as far as they know. */
  leaders(): string[] {
    return [...this.#members.values()]
      .filter(({ state, lease }) => state === "live" && lease.fence !== undefined)
      .map(({ id }) => id);
  }

  async run(ms: Ms): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await this.#timers.advance(STEP_MS);
      do await restOfTheLoop(); while (this.#underWay > 0);
    }
  }

  #turn(name: string, state: Member["state"]): void {
    const member = this.#members.get(name);
    if (member === undefined || member.state === "dead") return;
    member.state = state;
    if (state === "live") { for (const goOn of member.waiting.splice(0)) goOn(); }
  }

  #backendOf(member: Member): KvBackend {
    const backend = kvBackend(this.kv);
    const call = async <T>(to: () => Promise<T>): Promise<T> => {
      if (member.state !== "live") await new Promise<void>((resolve) => member.waiting.push(resolve));
      this.#underWay++;
      try {
        return await to();
      } finally {
        this.#underWay--;
      }
    };
    return {
      ...backend,
      getMany: (keys) => call(() => backend.getMany(keys)),
      async *list(selector, options) {
        yield* await call(() => Array.fromAsync(backend.list(selector, options)));
      },
      write: (atomic) =>
        call(async () => {
          const [mutation] = atomic.mutations;
          const before = await this.#holder();
          const written = await backend.write(atomic);
          if (!written.ok || mutation.type !== "set") return written;
          if (mutation.key[0] === "process") member.renewedMs = this.#timers.now();
          else this.#noteEpoch(member, { record: mutation.value as EpochOf, before });
          return written;
        }),
    };
  }

  async #holder(): Promise<string | null> {
    return (await this.kv.get<EpochOf>(["epoch", 0])).value?.holder ?? null;
  }

  #noteEpoch(member: Member, { record, before }: { record: EpochOf; before: string | null }): void {
    if (record.holder === null) return;
    const known = this.#holderOf.get(record.epoch);
    if (known !== undefined && known !== member.id) this.reusedEpochs.push(record.epoch);
    this.#holderOf.set(record.epoch, member.id);
    const former = [...this.#members.values()].find(({ id }) => id === before);
    const isRenewed = former !== undefined && this.#timers.now() - former.renewedMs < LEASE_MS;
    if (former?.state === "live" && isRenewed) this.displaced.push(`${member.id} took it from ${before}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = Promise.all([...this.#members.values()].map((member) => {
      member.state = "live";
      for (const goOn of member.waiting.splice(0)) goOn();
      return member.lease.release();
    }));
    let isEnded = false;
    void ended.then(() => isEnded = true);
    while (!isEnded) await this.run(STEP_MS);
    this.kv.close();
  }
}

interface EpochOf {
  epoch: number;
  holder: string | null;
}
