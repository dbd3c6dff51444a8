import type { Check } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { KvBackend } from "./backend.ts";

/** The right to write to a store that several processes share. */
export interface StoreLease {
  /** The fence: part of every commit, which fails once another process has taken the lease. */
  check: Check;
  /** Resolves when another process is seen to hold the lease; not when this one releases it. */
  lost: Promise<void>;
  /** False while another process may have taken the lease. */
  isValid(): boolean;
  /** How many processes share the store, standbys included. */
  processes(): number;
  /** Releases the lease. The last write must have settled. */
  release(): Promise<void>;
}

/** Resolves once this process holds the lease. Rejects with UNAVAILABLE when the wait is aborted. */
export type AcquireLease = (
  backend: KvBackend,
  context: { random: (bytes: number) => Uint8Array; now: () => number; log: Log },
) => Promise<StoreLease>;
