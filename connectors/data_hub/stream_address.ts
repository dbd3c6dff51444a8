import type { StreamAddress } from "../../domain/asset/types.ts";
import type { SampledAsk, SourceStream, WindowAsk, WindowGroup } from "../source.ts";
import type { DATA_HUB_KIND } from "./capabilities.ts";

/**
 * How a stream is read from Data Hub: which property of which of its streams, and how its JSON becomes a value.
 * `enumMembers` maps an enumeration's numbers to its names; `piEvent` says that the type is one of the PI agent's own
 * (DigitalStateName, SystemStateCode, IsQuestionable); without `nullable`, the type's default stands for an omitted
 * member.
 */
export interface DataHubAddress extends StreamAddress {
  readonly kind: typeof DATA_HUB_KIND;
  readonly sdsStreamId: string;
  readonly keyProperty: string;
  readonly valueProperty: string;
  readonly typeCode: number;
  readonly nullable: boolean;
  readonly enumMembers: Record<string, string> | null;
  readonly piEvent: boolean;
}

/** The table of connectors passes on only streams with an address of the connector's kind. */
export interface DataHubStream extends SourceStream {
  source: DataHubAddress;
}

export interface DataHubAsk extends WindowAsk {
  stream: DataHubStream;
}

export interface DataHubSampledAsk extends SampledAsk {
  stream: DataHubStream;
}

/** Asks of one Data Hub stream, or of one asset's streams that one request reads. */
export interface DataHubGroup extends WindowGroup {
  asks: readonly DataHubAsk[];
  /** The asset to be read, and its names of the Data Hub streams, by their ids in lower case. */
  asset: { id: string; names: ReadonlyMap<string, string> } | null;
}

/** The position in the feed of one signup. */
export interface SignupPosition {
  signupId: string;
  bookmark: string;
}
