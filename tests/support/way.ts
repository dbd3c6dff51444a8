/** A way in, as a story of it (ways_story.ts) needs it. */
import type { Quality, SampleValue } from "../../domain/sample/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Json } from "./andon_client.ts";
import type { RunningSystem } from "./running_system.ts";

export const WAY_STREAMS = {
  N1: "NUM",
  N2: "NUM",
  N3: "NUM",
  S1: "STR",
  B1: "BOOL",
  /** Its clock is ahead. */
  Ahead: "STR",
} as const;
export type WayStream = keyof typeof WAY_STREAMS;

export interface Sent {
  stream: WayStream;
  atMs: Ms;
  value: SampleValue | null;
  quality: Quality;
}

/** What a sender is told once, before the first samples. */
export interface WayStart {
  on: RunningSystem;
  /** The source's id. */
  id: number;
  name: string;
}

/** How samples come from a sender to Andon. */
export interface Way extends AsyncDisposable {
  /** Of `POST /api/sources`, with the kind. */
  source: { kind: string; config: Json; [setting: string]: unknown };
  /** Andon stores what is sent: a clock ahead is seen, and values repeat where that is asked for. */
  collects: boolean;
  /** A sample of a time that has one replaces it, and late ones correct what was evaluated. */
  corrects: boolean;
  /** What its streams' names begin with. */
  prefix?: string;
  begin(start: WayStart): Promise<void>;
  /** In this order, after what was sent before. */
  send(samples: readonly Sent[]): Promise<void>;
  /** That all up to now was sent, where a sender has to say so. */
  alive(): Promise<void>;
}
