import type { FormField } from "../shared/form_field.ts";
import type { Ms } from "../shared/time.ts";

/** The source of `/api/configuration`. Its streams have no prefix. */
export const DEFAULT_SOURCE = 1;
export const DEFAULT_SOURCE_NAME = "default";

export const SOURCE_LIMITS = {
  sources: 50,
  settings: 50,
  secrets: 4,
  /** Characters. */
  secretName: 50,
  secret: 6_000,
  /** Bytes of the settings of a kind as JSON. */
  config: 24_576,
};

/** How a source is read, unless its settings or its kind say otherwise. */
export const SOURCE_DEFAULTS = {
  wait_seconds: null,
  poll_seconds: 10,
  change_feed: "auto",
  max_age_seconds: 0,
  source_lost_seconds: 60,
  correction_horizon_hours: 72,
  requests_per_minute: 120,
  discovery_minutes: 60,
} as const;

/** How a source is read. */
export interface SourceReading {
  /** Null: the default for the way in which samples arrive. */
  wait_seconds: number | null;
  poll_seconds: number;
  change_feed: "auto" | "off";
  max_age_seconds: number;
  source_lost_seconds: number;
  correction_horizon_hours: number;
  /** Null: no limit. */
  requests_per_minute: number | null;
  discovery_minutes: number;
}

/** The settings that a kind of source has beside the common ones. Its connector alone knows them. */
export type SourceConfig = Readonly<Record<string, unknown>>;
export type SourceSecrets = Readonly<Record<string, string>>;

/** A source with all that is needed to read it. The secrets are plain text: they are never logged or stored. */
export interface SourceSettings<Config = SourceConfig> {
  id: number;
  name: string;
  kind: string;
  config: Config;
  secrets: SourceSecrets;
  waitSeconds: number | null;
  pollSeconds: number;
  changeFeed: "auto" | "off";
  maxAgeSeconds: number;
  sourceLostSeconds: number;
  correctionHorizonHours: number;
  requestsPerMinute: number | null;
}

/** How the console asks for a secret. */
export interface SecretField {
  label: string;
  hint?: string;
  isOptional?: boolean;
  /** A text of so many lines, such as a key as PEM. */
  rows?: number;
  /** Andon makes it and shows it once. */
  isMade?: boolean;
  /**
   * What is pasted into programs that send. The console fills in `{address}` (Andon's), `{source}`, `{source_path}` (the same
   * as a part of an address) and `{secret}`.
   */
  pastes?: readonly { label: string; text: string }[];
}

/** What a kind of source is called and asked for, as JSON. */
export interface SourceForm<Config = SourceConfig> {
  label: string;
  /** Answers "what do you have?" in a sentence. */
  about: string;
  fields: { readonly [Name in keyof Config]: FormField };
  secrets: Readonly<Record<string, SecretField>>;
  /** The settings that say which plant it is: with other values its streams are others. */
  place?: readonly (keyof Config & string)[];
}

export interface ConnectionTest {
  connection_status: "connected";
  /** What the source says of itself, by name. */
  facts: Readonly<Record<string, string>>;
  /** The same in the terms of the kind's own. */
  info: Readonly<Record<string, Readonly<Record<string, string>>>>;
  latency_ms: number;
  tested_at: string;
}

/** The body of a request of a sender, inflated. */
export interface PushedBody {
  text: Uint8Array<ArrayBuffer>;
  format: "lines" | "json" | "line_protocol";
  /** The unit of times without one, as line protocol has it. */
  precision: "ns" | "us" | "ms" | "s";
  /** A life sign: everything up to here has been sent. */
  upToMs: Ms | null;
}

export interface PushAnswer {
  stored: number;
  /** By the number of their line, from 1. */
  rejected: { line: number; reason: string }[];
}

/** What people are told of a source that collects. Times as everywhere in the API. */
export interface CollectedState {
  streams: number;
  /** Since the start. */
  samples: number;
  samples_per_second: number;
  last_arrival_at: string;
  seconds_since_last: number;
  /** Why nothing comes, if that is known. */
  silent_for: string | null;
  complete_to: string;
  duplicates: number;
  stamped_by_arrival: number;
  wrong_type: number;
  rejected: number;
  /** The last 20, oldest first. */
  rejections: { at: string; stream: string | null; reason: string }[];
  used_bytes: number;
  /** How many more days fit at the rate of the last day; null: nothing comes. */
  room_days: number | null;
  newest: { stream: string; at: string; value: string | number | boolean | null; quality: string }[];
}

/** A topic, node or table that a source offers. */
export interface BrowseNode {
  id: string;
  name: string;
  has_children: boolean;
  /** What it would be as a stream; null: it has no values. */
  stream: { type: string; unit: string | null; value_text: string | null } | null;
  /** How it is chosen into a list whose items have fields, the usual way first. */
  picks?: BrowsePick[];
}

/**
 * Sets values in the items of the settings' list `isPicked` that have the same values of `by`; without such an item, it
 * adds one.
 */
export interface BrowsePick {
  /** "Read", "All below it", "Time". */
  label: string;
  by: string[];
  values: Record<string, string | boolean>;
}
