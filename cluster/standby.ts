import { realTimers, within } from "../actors/runtime/timers.ts";
import type { Log } from "../domain/shared/log.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { RequestHandler } from "../ports/http.ts";
import type { MetricsPort } from "../ports/metrics.ts";
import type { App } from "../routes/app.ts";
import type { Settings } from "../settings/types.ts";
import { Processes } from "./lease/processes.ts";
import type { ProcessFacts } from "./lease/types.ts";
import { createStandbyApp } from "./standby_app.ts";

/** A port that is listened on. */
interface Server {
  readonly addr: { port: number };
  shutdown(): Promise<void>;
}

export interface StandbyOptions {
  settings: Pick<Settings, "trustProxyHops">;
  facts: ProcessFacts;
  /** The name of the machine. */
  host: string;
  /** Opens the port that clients connect to. */
  listen(handler: RequestHandler): Server;
  metrics(standby: Standby): MetricsPort;
  log: Log;
}

/** Leaves time for the rest of the shutdown. */
const LAST_RESPONSES_MS: Ms = 1_500;
const ID_BYTES = 8;

/**
 * One of several processes over one store. Its port is open from the start: while another process leads it answers for
 * itself only, and once it leads its app answers.
 */
export class Standby {
  readonly processes: Processes;
  readonly server: Server;
  /** What keeps this process from leading, as a sentence, beyond what it sees of the others. */
  trouble: string | null = null;
  /** Why this process could not take over, as a sentence; null: it could. */
  readonly obstacle = () => this.trouble ?? this.processes.obstacle(performance.now());
  #app: App["fetch"] | undefined;

  constructor({ settings, facts, host, listen, metrics, log }: StandbyOptions) {
    const processes = this.processes = new Processes(`${host}-${randomId()}`, facts);
    const standby = createStandbyApp({
      metrics: metrics(this),
      log,
      trustProxy: settings.trustProxyHops,
      nextId: randomId,
      leader: () => processes.leader(performance.now())?.id ?? null,
      obstacle: this.obstacle,
    });
    this.server = listen((request, info) => (this.#app ?? standby.fetch)(request, info));
  }

  /** This process leads: its app answers from now on. */
  lead(app: App["fetch"]): void {
    this.#app = app;
  }

  /** Closes the port. Requests under way get `lastResponsesMs` to end. */
  async close(lastResponsesMs: Ms = LAST_RESPONSES_MS): Promise<void> {
    await within(this.server.shutdown(), { ms: lastResponsesMs, timers: realTimers });
  }
}

function randomId(): string {
  return crypto.getRandomValues(new Uint8Array(ID_BYTES)).toHex();
}
