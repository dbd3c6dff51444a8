import { type LeaseClaim, type LeaseDecision, LeaseElector } from "../../cluster/membership/lease_elector.ts";
import type { EpochRecord, LeaseView } from "../../cluster/membership/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { seeded } from "./seeded.ts";

export const PARTITIONS = 64;
export const LEASE_MS = 5_000;
export const RENEW_MS = 1_000;
export const TICK_MS = 250;
export const GAP_MS = 1_500;

interface Member {
  id: string;
  elector: LeaseElector;
  nextMs: Ms;
  renewedMs: Ms;
  state: "live" | "paused" | "stopped";
  /** Steps that were decided and are not yet written. */
  pending: (() => void)[];
}

/** Processes over one store with a manual clock: what a process decides is written a moment later. */
export class LeaseHarness {
  readonly stolen: string[] = [];
  readonly reusedEpochs: string[] = [];
  readonly #members = new Map<string, Member>();
  readonly #records = new Map<string, { untilMs: Ms; versionstamp: string }>();
  readonly #epochs = new Map<number, { record: EpochRecord; versionstamp: string }>();
  readonly #holderOf = new Map<string, string>();
  readonly #random: () => number;
  #nowMs = 0;
  #stamp = 0;
  #names = 0;
  #awayUntilMs = 0;

  constructor(seed = 1) {
    this.#random = seeded(seed);
  }

  join(name: string): void {
    const known = this.#members.get(name);
    if (known !== undefined && known.state !== "stopped") return;
    const id = known === undefined ? name : `${name}.${++this.#names}`;
    const elector = new LeaseElector({ id, partitions: PARTITIONS, leaseMs: LEASE_MS, longestGapMs: GAP_MS });
    const nextMs = this.#nowMs + this.#random() * TICK_MS;
    this.#members.set(name, { id, elector, nextMs, renewedMs: -Infinity, state: "live", pending: [] });
  }

  act(kind: "join" | "stop" | "pause" | "resume" | "leave", name: string): void {
    if (kind === "join") this.join(name);
    else if (kind === "stop") this.stop(name);
    else if (kind === "leave") this.#leave(name);
    else this.#turn(name, kind === "pause" ? "paused" : "live");
  }

  stop(name: string): void {
    this.#turn(name, "stopped");
  }

  resumeAll(): void {
    for (const name of this.#members.keys()) this.#turn(name, "live");
  }

  #turn(name: string, state: Member["state"]): void {
    const member = this.#members.get(name);
    if (member !== undefined && member.state !== "stopped") member.state = state;
  }

  #leave(name: string): void {
    const member = this.#members.get(name);
    if (member?.state !== "live") return;
    member.state = "stopped";
    for (const [partition, { record }] of this.#epochs) {
      if (record.holder === member.id) this.#write(partition, { ...record, holder: null });
    }
    this.#records.delete(member.id);
  }

  storeIsAway(ms: Ms): void {
    this.#awayUntilMs = this.#nowMs + ms;
    this.run(ms);
  }

  run(ms: Ms): void {
    const until = this.#nowMs + ms;
    for (; this.#nowMs < until; this.#nowMs += 10) {
      if (this.#nowMs < this.#awayUntilMs) continue;
      for (const member of this.#members.values()) {
        if (member.state === "live" && this.#nowMs >= member.nextMs) this.#tick(member);
      }
    }
  }

  #tick(member: Member): void {
    member.nextMs = this.#nowMs + TICK_MS * (0.1 + 0.9 * this.#random());
    if (member.pending.length > 0) {
      for (const step of member.pending.splice(0)) step();
      return;
    }
    if (this.#nowMs - member.renewedMs >= RENEW_MS) this.#renew(member);
    const decision = member.elector.decide(this.#view(), { steadyMs: this.#nowMs, wallMs: this.#nowMs });
    member.pending.push(...this.#steps(member, decision));
  }

  #renew(member: Member): void {
    member.renewedMs = this.#nowMs;
    const versionstamp = String(++this.#stamp);
    this.#records.set(member.id, { untilMs: this.#nowMs + LEASE_MS, versionstamp });
  }

  #steps({ id }: Member, { take, release, held }: LeaseDecision): (() => void)[] {
    return [
      ...take.map((claim) => () => this.#take(id, claim)),
      ...release.map((partition) => () => {
        const known = this.#epochs.get(partition);
        if (known?.versionstamp !== held.get(partition)) return;
        this.#write(partition, { ...known!.record, holder: null });
      }),
    ];
  }

  #take(id: string, { partition, over, epoch }: LeaseClaim): void {
    const known = this.#epochs.get(partition);
    if ((known?.versionstamp ?? null) !== over) return;
    const holder = known?.record.holder;
    const previous = [...this.#members.values()].find((member) => member.id === holder);
    if (previous?.state === "live" && this.#nowMs - previous.renewedMs < LEASE_MS) {
      this.stolen.push(`${id} claimed ${partition} of ${holder}`);
    }
    const name = `${partition}@${epoch}`;
    if (this.#holderOf.has(name)) this.reusedEpochs.push(name);
    this.#holderOf.set(name, id);
    this.#write(partition, { v: 1, epoch, holder: id });
  }

  #write(partition: number, record: EpochRecord): void {
    this.#epochs.set(partition, { record, versionstamp: String(++this.#stamp) });
  }

  #view(): LeaseView {
    return { processes: new Map(this.#records), epochs: new Map(this.#epochs) };
  }

  holders(): (string | null)[] {
    return Array.from({ length: PARTITIONS }, (_, i) => this.#epochs.get(i)?.record.holder ?? null);
  }

  /** How many partitions each process holds. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const holder of this.holders()) {
      if (holder !== null) counts[holder] = (counts[holder] ?? 0) + 1;
    }
    return counts;
  }
}
