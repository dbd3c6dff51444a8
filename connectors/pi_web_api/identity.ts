import type { StreamAddress, StreamContinuity, StreamMeaning } from "../../domain/asset/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { Capabilities, SampledAsk, SourceStream, WindowAsk } from "../source.ts";

/** The kind of PI Web API sources, on a configuration and on a stream's address. */
export const PI_WEB_API_KIND = "pi_web_api";

export const PI_WEB_API_CAPABILITIES: Capabilities = {
  history: true,
  feed: true,
  types: true,
  assets: true,
  sampled: true,
};

/**
 * How a stream is read: a PI point, or an attribute of an AF element with one. `id` stays the same when it is renamed.
 * `states` names the set of its digital states. An attribute's values are converted to its unit; that of a point is a text.
 */
export interface PiAddress extends StreamAddress {
  readonly kind: typeof PI_WEB_API_KIND;
  readonly what: "point" | "attribute";
  readonly id: string;
  readonly webId: string;
  readonly dataType: DataType;
  readonly states: string | null;
  readonly unit: string | null;
}

/** The table of connectors passes on only streams with an address of the connector's kind. */
export interface PiStream extends SourceStream {
  source: PiAddress;
}

export interface PiAsk extends WindowAsk {
  stream: PiStream;
}

export interface PiSampledAsk extends SampledAsk {
  stream: PiStream;
}

/** Whether a stream that is listed as `listed` means what it meant. */
export function meansTheSame(before: PiAddress, listed: PiAddress): boolean {
  const hasUnit = listed.what === "point" || before.unit === listed.unit;
  return before.id === listed.id && before.dataType === listed.dataType && hasUnit &&
    sameText(before.states, listed.states);
}

export const piContinuity: StreamContinuity = {
  sourceId: (address) => (address as PiAddress).id,
  goOn({ source: before }: StreamMeaning, { source: listed }: StreamMeaning) {
    return meansTheSame(before as PiAddress, listed as PiAddress) ? listed : null;
  },
};

function sameText(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
