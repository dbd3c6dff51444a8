import type { ConsoleBuild } from "../routes/deps.ts";
import type { Log } from "../settings/log.ts";
import type { Settings } from "../settings/types.ts";
import type { PasswordCost } from "../storage/access/password.ts";
import type { Packing, Storage } from "../storage/contract.ts";
import type { LoginLink } from "./login_link.ts";
import type { Plant, WorkerOptions } from "./system.ts";

export interface ServeOptions {
  settings: Settings;
  secretsKey: Uint8Array<ArrayBuffer>;
  adminPassword: string | null;
  log: Log;
  /** host:port of the embedded simulators. */
  alwaysAllow: string[];
  /** Runs on the open store before the actors start: dev points the configuration at its simulator. */
  prepare?: (storage: Storage) => Promise<void>;
  workers?: WorkerOptions;
  /** How often the state is put away. The default is 5,000 ms. */
  generationMs?: number;
  /** How long a piece of the past of polled streams is, at least, that is looked at again; 5 minutes when absent. */
  reconciliationMs?: number;
  /** How long nobody must have written to a block of records before it is packed; 5,000 ms when absent. */
  packQuietMs?: number;
  /** What the hash of a password costs; the default is some 0.4 s of a core. */
  passwordCost?: PasswordCost;
  /** The platform in front ends TLS. The default is false. */
  tlsInFront?: boolean;
  /**
   * Of a store on a server: `standby` waits until no other process leads, `seize` takes the lead at once. Absent: the
   * store belongs to this process alone.
   */
  leadership?: "standby" | "seize";
  /** How many feeds a store that is new is read by; the default is one, and over a KV server one a shard. */
  feeds?: number;
  /** Ends the start while it waits for the store. */
  signal?: AbortSignal;
  /** Requests wait until Andon is ready, for a while: they are what it is started for. The default is false. */
  wakesByRequest?: boolean;
  /** Loads the built console, once the store is open. Absent: only the API is served. */
  console?: () => ConsoleBuild | Promise<ConsoleBuild>;
}

/** A running server. */
export interface Andon {
  storage: Storage;
  plant: Plant;
  packing: Packing;
  /** Where it can be reached, `http://localhost:8000`. */
  address: string;
  loginLink: LoginLink | null;
  /** Lets requests finish, stores the state, closes the store. */
  close(): Promise<void>;
}
