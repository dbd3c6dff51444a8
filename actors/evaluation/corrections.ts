import type { Checkpoints } from "./checkpoint_retention.ts";
import type { DeployedInstance, LateSpan } from "../../domain/evaluation/types.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { type Ticks, ticksOfSeconds } from "../../domain/shared/time.ts";
import { type StateKeys, stateKeysOf } from "../../storage/keys.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import type { Assignment, Wanted, WantedCorrection } from "./assignment.ts";
import type { CorrectionJob } from "./correction_job.ts";

/** Limits of one job: instances, and their streams together (a single instance may have more). */
const MOST_INSTANCES = 100;
const MOST_STREAMS = 32;

export interface LoadOptions {
  horizonHours: number;
  /** False when they were written with another number of shards, by any of them. */
  areOwn: boolean;
}

/** The pending corrections of a shard, and the running job. */
export class Corrections {
  readonly #wanted = new Map<string, Wanted>();
  readonly #unstored = new Set<string>();
  /** The correction horizon: older changes are not corrected. */
  #horizon: Ticks = Infinity;
  job: CorrectionJob | null = null;
  jobs = 0;
  #beyond = 0;

  constructor(private readonly keys: StateKeys = stateKeysOf(DEFAULT_SOURCE)) {}

  /** Replaces all requests. Those stored by other shards are stored as this shard's own with the next write. */
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

  /** Requests a correction for a late change. `now`: the clock in ticks. */
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

  /** The writes of requests made since the last call, for the commit of the same turn. */
  takeUnstored(shard: number): Mutation[] {
    const mutations = [...this.#unstored].flatMap((text): Mutation[] => {
      const wanted = this.#wanted.get(text);
      return wanted === undefined ? [] : [setWanted(this.keys.correction(shard, text), wanted)];
    });
    this.#unstored.clear();
    return mutations;
  }

  /** The number of changes beyond the horizon since the last call. */
  takeBeyond(): number {
    const count = this.#beyond;
    this.#beyond = 0;
    return count;
  }

  /** Restarts the job when a command or a first read has changed one of its instances. */
  restartJob(instanceId: number): void {
    if (this.job?.concerns(instanceId)) this.job = null;
  }

  /** Drops instances of streams missing at the source: their results stay unchanged. */
  excludeStreams(streams: readonly number[]): void {
    const gone = new Set(streams);
    const instances = this.job?.units.map((unit) => unit.instance) ?? [];
    for (const { instanceId, streams } of instances) {
      if (!streams.some(({ id }) => gone.has(id))) continue;
      for (const wanted of this.#wanted.values()) wanted.left?.delete(instanceId);
    }
    this.job = null;
  }

  /**
   * The next instances to correct, which share their checkpoints; null when there are none. Requests without instances
   * are `done` at once.
   */
  assign(
    deployed: Iterable<DeployedInstance>,
    checkpoints: Pick<Checkpoints, "areShared">,
  ): Assignment | null {
    if (this.#wanted.size === 0) return null;
    const all = [...deployed];
    this.#fillLeft(all);
    const [first] = this.#wanted.values();
    const chosen = all.filter(({ instanceId }) => first?.left?.has(instanceId));
    const streams = new Set<number>();
    const instances: DeployedInstance[] = [];
    for (const instance of chosen) {
      if (!checkpoints.areShared(instance.instanceId, chosen[0]!.instanceId)) continue;
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

  /** The writes that delete a job's completed requests, unless they were changed meanwhile. */
  forget(shard: number, { done }: Assignment): Mutation[] {
    return done.flatMap(({ text, wanted, whole }): Mutation[] =>
      whole && this.#wanted.get(text) === wanted
        ? [{ type: "delete", key: this.keys.correction(shard, text) }]
        : []
    );
  }

  /** Removes a job's completed requests, after the commit. */
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

/** A request for one instance counts as a change of all its streams. */
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

function setWanted(key: Key, { v, touched, from, to }: WantedCorrection): Mutation {
  return { type: "set", key, value: { v, touched, from, to } };
}
