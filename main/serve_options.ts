import type { DemoInboxView } from "../domain/contact_point/inbox_message.ts";
import type { Log } from "../domain/shared/log.ts";
import type { ConsoleBuild } from "../ports/console.ts";
import type { DiscoveryPort } from "../ports/discovery.ts";
import type { HeartbeatsService } from "../services/heartbeats/start.ts";
import type { Notifier } from "../services/notifier/notifier.ts";
import type { Settings } from "../settings/types.ts";
import type { PasswordCost } from "../storage/access/password.ts";
import type { Storage } from "../storage/contract.ts";
import type { LoginLink } from "./login_link.ts";
import type { Plant, WorkerOptions } from "./system.ts";
import type { Packing } from "../storage/packing.ts";

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
  /** How often a generation is stored. The default is 5,000 ms. */
  generationMs?: number;
  /** The shortest piece of the past that late-data reconciliation reads again; 5 minutes when absent. */
  reconciliationMs?: number;
  /** A block of records is packed once it has not been written to for this time; 5,000 ms when absent. */
  packQuietMs?: number;
  /** How often the shards beat for the heartbeat; a minute when absent. */
  beatMs?: number;
  /** From the start to the first look at whether a backup is due; 10 s when absent. */
  backupMs?: number;
  /** The cost of a password hash; the default is some 0.4 s of a core. */
  passwordCost?: PasswordCost;
  /** The platform terminates TLS. The default is false. */
  tlsInFront?: boolean;
  /**
   * For a store on a server: `standby` waits until no other process leads, `seize` leads at once. Absent: only
   * this process uses the store.
   */
  leadership?: "standby" | "seize";
  /** Aborts a start that waits for the store. */
  signal?: AbortSignal;
  /** Requests wait until Andon is ready, since they are what starts it. The default is false. */
  wakesByRequest?: boolean;
  /** The embedded receiver of dev. */
  demoInbox?: DemoInboxView;
  /** Loads the built console, once the store is open. Absent: only the API is served. */
  console?: () => ConsoleBuild | Promise<ConsoleBuild>;
}

/** A running server. */
export interface Andon {
  storage: Storage;
  plant: Plant;
  discovery: DiscoveryPort;
  packing: Packing;
  /** Where it can be reached, `http://localhost:8000`. */
  address: string;
  loginLink: LoginLink | null;
  notifier: Notifier;
  heartbeats: HeartbeatsService;
  /** Lets requests finish, stores the state, closes the store. */
  close(): Promise<void>;
}
