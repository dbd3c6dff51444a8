import type { StreamAddress } from "../../domain/asset/types.ts";
import type { SampledAsk, SourceStream, WindowAsk, WindowGroup } from "../source.ts";
import type { DATA_HUB_KIND } from "./capabilities.ts";

/**
 * One way of reading the events of a type. `enumMembers` maps an enumeration's numbers to its names, `enumIds` to the ids
 * that differ from them; `piEvent` says that the type is one of the PI agent's own (DigitalStateName, SystemStateCode,
 * IsQuestionable). `properties`: all that an event may have; unknown when absent.
 */
export interface EventReading {
  readonly keyProperty: string;
  readonly valueProperty: string;
  readonly typeCode: number;
  readonly nullable: boolean;
  readonly enumMembers: Record<string, string> | null;
  readonly enumIds?: Record<string, string>;
  readonly piEvent: boolean;
  readonly properties?: readonly string[];
}

/** A property that is the quality of the other values. */
export interface QualityProperty {
  readonly property: string;
  readonly typeCode: number;
  readonly enumMembers: Record<string, string> | null;
}

/**
 * How a stream is read from Data Hub: which property of which of its streams, and how its JSON becomes a value. Without
 * `nullable`, the type's default stands for an omitted member. Addresses that were stored by versions up to 1.0 lack the
 * optional members. `isOnlyValue`: the type has no other value besides qualities; `former`: how the same quantity was read
 * before, newest first.
 */
export interface DataHubAddress extends StreamAddress, EventReading {
  readonly kind: typeof DATA_HUB_KIND;
  readonly sdsStreamId: string;
  readonly typeId?: string;
  readonly unit?: string | null;
  readonly isOnlyValue?: boolean;
  readonly qualities?: readonly QualityProperty[];
  readonly former?: readonly EventReading[];
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
