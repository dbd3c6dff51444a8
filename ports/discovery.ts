import type { Actor } from "../domain/access/types.ts";
import type { DiscoveryResult, LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import type { Discovery } from "../domain/asset/types.ts";
import type { Ms } from "../domain/shared/time.ts";

/** What a discovery found, and what it changed. */
export interface Discovered {
  found: Discovery;
  result: DiscoveryResult;
}

/** Discoveries by themselves and by hand. */
export interface DiscoveryStatus {
  isRunning: boolean;
  last: LastDiscoveryRecord | null;
  /** When the next one runs by itself; null: none does. */
  nextMs: Ms | null;
  /** Why the last attempt failed, and how many have failed in a row; null: it did not. */
  failure: { atMs: Ms; reason: string; inARow: number } | null;
}

/** Discovers the sources. */
export interface DiscoveryPort {
  /** One at a time. Refuses as the source does, and with API_CONFIG_MISSING when nothing is configured. */
  run(source: number, by: Actor): Promise<Discovered>;
  status(source: number): DiscoveryStatus;
  /** To be called when a source has been started with saved settings: what is due then runs at once. */
  configured(source: number): void;
  /** To be called when a source is removed. */
  removed(source: number): Promise<void>;
}
