import { Mutex } from "../../concurrency/mutex.ts";
import { isOfOtherPlant } from "../../domain/asset/address.ts";
import { streamProblem } from "../../domain/asset/stream_problem.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { Severity } from "../../domain/event/types.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import {
  firstOf,
  type ReportedConditions,
  type StreamCondition,
  unreportedConditions,
} from "../../domain/plant_watch/reported_conditions.ts";
import { cutText } from "../../domain/shared/text.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";

export interface StreamProblemEventsOptions {
  storage: Pick<Storage, "assets" | "instances" | "sources" | "ownConditions">;
  now: () => Ms;
}

const MOST_STREAMS = 20, MOST_INSTANCES = 10, MOST_WORDS = 2_000;
const OTHER_PLANT = "other_plant";

/** The events of one kind of problem: one for each look that finds some, so that no later one is hidden under it. */
interface Kind {
  prefix: string;
  name: string;
  severity: Severity;
}

const BROKEN: Kind = { prefix: "streams_broken_", name: "Instances lost a stream", severity: "error" };
const UNITS: Kind = { prefix: "units_changed_", name: "Unit changed", severity: "warning" };

/**
 * Andon's own events about deployed instances whose streams are gone, mean something else, changed their unit or are another
 * plant's. All is computed from the records at each check, so that a restart forgets nothing.
 */
export class StreamProblemEvents {
  readonly #mutex = new Mutex();

  constructor(private readonly options: StreamProblemEventsOptions) {}

  /** Opens and ends events as the records are now. */
  check(): Promise<void> {
    return this.#mutex.run(() => this.#check());
  }

  async #check(): Promise<void> {
    const { instances, sources } = this.options.storage;
    const broken: StreamCondition[] = [], units: StreamCondition[] = [];
    const stopped = new Map<number, InstanceRecord>();
    for (const stream of instances.deployedStreams()) {
      const plant = sources.plantOfStream(stream);
      if (isOfOtherPlant(stream, { plant })) {
        for (const one of this.#deployedOn(stream)) stopped.set(one.id, one);
      } else {
        if (stream.gone !== undefined) broken.push(...this.#conditions(stream, plant));
        else if (stream.past_units !== undefined) units.push(...this.#conditions(stream, plant));
      }
    }
    await this.#report(BROKEN, broken);
    await this.#report(UNITS, units);
    await this.#reportOtherPlant([...stopped.values()]);
  }

  #deployedOn({ id }: StreamRecord): InstanceRecord[] {
    return this.options.storage.instances.list({ stream_id: id }).filter(({ is_deployed }) => is_deployed);
  }

  /** The problem of a stream with the instances that have it, once for each time it has held since. */
  #conditions(stream: StreamRecord, plant: string | undefined): StreamCondition[] {
    const found = this.#deployedOn(stream).flatMap((instance) => {
      const problem = streamProblem(stream, { plant, deployedAt: instance.deployment_date });
      return problem === undefined ? [] : [{ ...problem, instance: instance.instance_name }];
    });
    return [...Map.groupBy(found, ({ since }) => since ?? "")].map(([since, all]) => ({
      stream: stream.id,
      since,
      text: `${all[0]!.text} (${firstOf(all.map(({ instance }) => instance), MOST_INSTANCES)})`,
    }));
  }

  async #report({ prefix, name, severity }: Kind, conditions: readonly StreamCondition[]): Promise<void> {
    const { storage: { ownConditions }, now } = this.options;
    const standing = await ownConditions.standing(prefix);
    const reported = new Map([...standing].map(([key, { about }]) => [key, about as ReportedConditions]));
    const { unreported, ended } = unreportedConditions(conditions, reported);
    for (const key of ended) await ownConditions.end(key, { at: now() });
    const [first] = unreported;
    if (first === undefined) return;
    await ownConditions.raise(`${prefix}${first.stream}_${Date.parse(first.since) || 0}`, {
      name,
      description: cutText(firstOf(unreported.map(({ text }) => text), MOST_STREAMS), MOST_WORDS),
      severity,
      at: Math.min(...unreported.map((one) => Date.parse(one.since) || now())),
      about: unreported.map(({ stream, since }) => ({ stream, since })) satisfies ReportedConditions,
    });
  }

  async #reportOtherPlant(stopped: readonly InstanceRecord[]): Promise<void> {
    const { storage: { ownConditions }, now } = this.options, at = now();
    if (stopped.length === 0) {
      const standing = await ownConditions.standing(OTHER_PLANT);
      if (standing.has(OTHER_PLANT)) await ownConditions.end(OTHER_PLANT, { at });
      return;
    }
    const names = firstOf(stopped.map(({ instance_name }) => instance_name), MOST_INSTANCES);
    await ownConditions.raise(OTHER_PLANT, {
      name: "Another plant is configured",
      description: cutText(
        `The configuration names another tenant or namespace. ${stopped.length} deployed instances are not evaluated: ${names}. ` +
          "Bind them to streams of this plant, or go back to the former configuration",
        MOST_WORDS,
      ),
      severity: "error",
      at,
    });
  }
}
