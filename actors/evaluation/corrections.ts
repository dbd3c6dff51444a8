import type { DeployedInstance, LateSpan } from "../../domain/evaluation/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { type Ticks, ticksOfSeconds } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import type { Assignment, Wanted, WantedCorrection } from "./assignment.ts";
import type { CorrectionJob } from "./correction_job.ts";

/** Instances judged in one go, and the streams that they may name together (one instance may name more). */
const MOST_INSTANCES = 100;
const MOST_STREAMS = 32;

export interface LoadOptions {
  horizonHours: number;
  /** False: any shard of another number of them may have written these. */
  areOwn: boolean;
}

/** The late changes of a shard that are yet to be judged, and the job that is at it. */
export class Corrections {
  readonly #wanted = new Map<string, Wanted>();
  readonly #unstored = new Set<string>();
  /** How far back changes are judged; -Infinity: as far as they come. */
  #horizon: Ticks = Infinity;
  job: CorrectionJob | null = null;
  jobs = 0;
  #beyond = 0;

  /** Takes these in place of all others. Those that are not stored as this shard's own are, with the next turn that writes. */
  load(wanted: readonly WantedCorrection[], { horizonHours, areOwn }: LoadOptions): void {
    this.#wanted.clear();
    this.#unstored.clear();
    for (const each of wanted) {
      if (areOwn) this.#wanted.set(textOf(each), { ...each, left: null });
      else this.want(each);
    }
    this.#horizon = ticksOfSeconds(horizonHours * 3600);
    this.job = null;
  }

  get isWanted(): boolean {
    return this.#wanted.size > 0;
  }

  get horizon(): Ticks {
    return this.#horizon;
  }

  /** A change at or before the watermark. `now`: the clock in ticks. */
  late({ stream, from, to }: LateSpan, now: Ticks): void {
    const edge = now - this.#horizon;
    if (to < edge) this.#beyond++;
    else this.want({ v: 1, touched: { stream }, from: Math.max(from, edge), to });
  }

  want(wanted: WantedCorrection): void {
    const text = textOf(wanted), before = this.#wanted.get(text);
    const { from, to } = before ?? wanted;
    this.#wanted.set(text, {
      ...wanted,
      from: Math.min(from, wanted.from),
      to: Math.max(to, wanted.to),
      left: null,
    });
    this.#unstored.add(text);
  }

  /** What came since the last call, to be written with the turn in which it came. */
  takeUnstored(shard: number): Mutation[] {
    const mutations = [...this.#unstored].flatMap((text): Mutation[] => {
      const wanted = this.#wanted.get(text);
      return wanted === undefined ? [] : [setWanted(shard, text, wanted)];
    });
    this.#unstored.clear();
    return mutations;
  }

  /** How many changes there were beyond the horizon since the last call. */
  takeBeyond(): number {
    const count = this.#beyond;
    this.#beyond = 0;
    return count;
  }

  /** A command or a first read has changed what a job builds on: it begins anew. */
  disturb(instanceId: number): void {
    if (this.job?.concerns(instanceId)) this.job = null;
  }

  /** The source no longer has these streams: what names them stays as it was judged. */
  leaveOut(streams: readonly number[]): void {
    const gone = new Set(streams);
    const instances = this.job?.units.map((unit) => unit.instance) ?? [];
    for (const { instanceId, streams } of instances) {
      if (!streams.some(({ id }) => gone.has(id))) continue;
      for (const wanted of this.#wanted.values()) wanted.left?.delete(instanceId);
    }
    this.job = null;
  }

  /** The next instances to judge anew; null when there are none. Entries that touch nothing are `done` at once. */
  assign(deployed: Iterable<DeployedInstance>): Assignment | null {
    if (this.#wanted.size === 0) return null;
    const all = [...deployed];
    this.#fillLeft(all);
    const [first] = this.#wanted.values();
    const chosen = all.filter(({ instanceId }) => first.left?.has(instanceId));
    const streams = new Set<number>();
    const instances: DeployedInstance[] = [];
    for (const instance of chosen) {
      const added = instance.streams.filter(({ id }) => !streams.has(id)).length;
      const isFull = instances.length === MOST_INSTANCES || streams.size + added > MOST_STREAMS;
      if (instances.length > 0 && isFull) break;
      instances.push(instance);
      for (const { id } of instance.streams) streams.add(id);
    }
    return this.#assignment(instances);
  }

  #assignment(instances: DeployedInstance[]): Assignment {
    const ids = new Set(instances.map((instance) => instance.instanceId));
    const done: Assignment["done"] = [];
    const late: LateSpan[] = [];
    for (const [text, wanted] of this.#wanted) {
      const left = wanted.left ?? new Set();
      const isTouched = left.size === 0 || [...ids].some((id) => left.has(id));
      if (!isTouched) continue;
      done.push({ text, wanted, whole: [...left].every((id) => ids.has(id)) });
      late.push(...spansOf(wanted, instances));
    }
    return { instances, late, done };
  }

  /** Writes that forget what a job was about, as far as it is over with it and nothing came since. */
  forget(shard: number, { done }: Assignment): Mutation[] {
    return done.flatMap(({ text, wanted, whole }): Mutation[] =>
      whole && this.#wanted.get(text) === wanted
        ? [{ type: "delete", key: keys.correction(shard, text) }]
        : []
    );
  }

  /** Once that is committed. */
  forgotten({ done, instances }: Assignment): void {
    for (const { text, wanted, whole } of done) {
      if (this.#wanted.get(text) !== wanted) continue;
      if (whole) this.#wanted.delete(text);
      else for (const { instanceId } of instances) wanted.left?.delete(instanceId);
    }
  }

  #fillLeft(all: readonly DeployedInstance[]): void {
    for (const wanted of this.#wanted.values()) {
      const known = wanted.left;
      const touched = all.filter((instance) => isTouched(instance, wanted)).map(({ instanceId }) =>
        instanceId
      );
      wanted.left = new Set(known === null ? touched : touched.filter((id) => known.has(id)));
    }
  }
}

function isTouched({ instanceId, streams }: DeployedInstance, { touched }: WantedCorrection): boolean {
  return "instance" in touched
    ? touched.instance === instanceId
    : streams.some(({ id }) => id === touched.stream);
}

/** An instance of its own counts as changed in all its streams. */
function spansOf(
  { touched, from, to }: WantedCorrection,
  instances: readonly DeployedInstance[],
): LateSpan[] {
  if ("stream" in touched) return [{ stream: touched.stream, from, to }];
  const own = instances.find(({ instanceId }) => instanceId === touched.instance);
  return (own?.streams ?? []).map(({ id }) => ({ stream: id, from, to }));
}

function textOf({ touched }: WantedCorrection): string {
  return "stream" in touched ? `stream/${touched.stream}` : `instance/${touched.instance}`;
}

function setWanted(shard: number, text: string, { v, touched, from, to }: WantedCorrection): Mutation {
  return { type: "set", key: keys.correction(shard, text), value: { v, touched, from, to } };
}
