import type { DataType } from "../../domain/sample/types.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { RefusalData } from "../../domain/shared/refusal.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { BrowseNode, SourceSecrets } from "../../domain/source/types.ts";
import type { OpcUaConfig } from "./settings.ts";

/** The certificate by which Andon names itself to servers, with its key, as PEM. */
export interface OwnCertificate {
  certificate: string;
  key: string;
}

export interface ClientStart {
  config: OpcUaConfig;
  secrets: SourceSecrets;
  /** Null: make one and tell it. */
  own: OwnCertificate | null;
  /** False: it is only tested and browsed. */
  collects: boolean;
  /** Up to when everything had been read before; null: this is the first start. */
  readTo: Ms | null;
  /** The streams that were read until then. */
  known: readonly string[];
  lookMs?: Ms;
}

/** What people are told of a server. */
export interface ServerFacts {
  facts: Record<string, string>;
  latencyMs: number;
}

/** The calls that are answered, by name. */
export interface Calls {
  test: { ask: null; answer: ServerFacts };
  browse: { ask: string | null; answer: BrowseNode[] };
}

/** A chosen node: the stream that its values make. */
export interface Item {
  stream: string;
  type?: DataType;
  unit: string | null;
  path: readonly string[];
}

/** To the worker. */
export type ToClient =
  | { type: "start"; start: ClientStart }
  | { type: "call"; id: number; name: keyof Calls; ask: string | null }
  | { type: "addresses"; id: number; addresses: string[]; failure: RefusalData | null }
  | { type: "stop" };

/** From the worker. Streams are numbers: their place among the items that were told last. */
export type FromClient =
  | { type: "beat" }
  | { type: "stopped" }
  | { type: "made"; own: OwnCertificate }
  /** A connection goes to this server: which of its addresses are allowed? */
  | { type: "resolve"; id: number; host: string; port: number }
  | { type: "items"; items: Item[] }
  /** A time that is NaN: of the arrival. */
  | { type: "samples"; batch: SampleBatch }
  | { type: "alive"; upToMs: Ms }
  | { type: "gap"; items: number[] | null; from: Ticks }
  | { type: "lost"; reason: string }
  | { type: "rejected"; stream: string | null; reason: string }
  | { type: "answer"; id: number; answer: unknown }
  | { type: "failed"; id: number; failure: RefusalData };
