import type { Ticks } from "../../shared/time.ts";
import { reboundRule } from "./rebind.ts";
import type { DeployedInstance } from "../types.ts";

/**
 * Deployed instances that differ only in their ids, times and streams, as columns. So an engine can get
 * 100,000 instances without an object for each. None has recent activations or a rule with a start of its
 * own.
 */
export interface AlikeInstances {
  like: DeployedInstance;
  /** The ids of the streams of `like` that each instance replaces by its own. */
  slots: readonly number[];
  ids: Int32Array;
  deployments: Int32Array;
  deployedAt: Float64Array;
  /** For each instance, one stream for each slot. A stream replaces its slot and is used nowhere else. */
  streams: Int32Array;
}

/** The fields in which alike instances differ. */
export interface OneAlike {
  instanceId: number;
  deployment: number;
  deployedAt: Ticks;
  /** In the order of the slots. */
  streams: ArrayLike<number>;
  recentActivations: DeployedInstance["recentActivations"];
}

export function instanceLike(
  { like, slots }: Pick<AlikeInstances, "like" | "slots">,
  { streams: ownStreams, ...one }: OneAlike,
): DeployedInstance {
  const streamFor = (stream: number) => {
    const place = slots.indexOf(stream);
    return place < 0 ? stream : ownStreams[place]!;
  };
  const streams = like.streams.map(({ id, dataType }) => ({ id: streamFor(id), dataType }));
  return {
    ...one,
    rules: like.rules.map((rule) => reboundRule(rule, streamFor)),
    streams: streams.length > 1 ? streams.sort((a, b) => a.id - b.id) : streams,
  };
}

/** The streams of one instance, in the order of the slots. */
export function streamsOfAlike({ slots, streams }: AlikeInstances, i: number): Int32Array {
  return streams.subarray(i * slots.length, (i + 1) * slots.length);
}

/** One instance as an object. */
export function alikeInstance(alike: AlikeInstances, i: number): DeployedInstance {
  return instanceLike(alike, {
    instanceId: alike.ids[i]!,
    deployment: alike.deployments[i]!,
    deployedAt: alike.deployedAt[i]!,
    streams: streamsOfAlike(alike, i),
    recentActivations: {},
  });
}
