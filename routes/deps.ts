import type { InstanceMessage } from "../actors/instance/contract.ts";
import type { Ref } from "../actors/runtime/types.ts";
import type { SourceMessage, SourceStatus } from "../actors/source/contract.ts";
import type { Quality, SampleValue } from "../domain/sample/types.ts";
import type { Ms, Ticks } from "../domain/shared/time.ts";
import type { Storage } from "../storage/contract.ts";

/** The newest value of a stream that the source gave, as judged by nobody. */
export interface LiveValue {
  value: SampleValue | null;
  time: Ticks;
  quality: Quality;
}

export interface LiveValues {
  get(streamId: number): LiveValue | undefined;
}

/** What the web side knows of how it is reached. */
export interface WebSettings {
  mode: "dev" | "start";
  /** `TRUST_PROXY`: hops whose X-Forwarded-For and -Proto are believed. */
  trustProxy: number;
  publicUrl: string | null;
  allowedHosts: string[];
  /** `COOKIE_SECURE=off` allows sign-in over plain HTTP from elsewhere. */
  cookieSecure: "auto" | "off";
  plantTimeZone: string;
}

/** Everything the routes stand on; made in main.ts, and in tests. */
export interface AppDeps {
  storage: Storage;
  instance(id: number): Ref<InstanceMessage>;
  source: Ref<SourceMessage>;
  sourceStatus(): SourceStatus;
  live: LiveValues;
  settings: WebSettings;
  now(): Ms;
  randomBytes(count: number): Uint8Array;
  /** Waits; the real clock's timer when absent. */
  sleep?(delayMs: number): Promise<void>;
  /** True once storage and actors stand, false while draining. */
  ready(): boolean;
  /** The one-time sign-in link of dev: true once for the right token, within its time. */
  spendLoginLink?(token: string): boolean;
  log(level: "debug" | "info" | "warn" | "error", message: string, fields?: Record<string, unknown>): void;
}
