import type { Log } from "../../domain/shared/log.ts";
import { RepeatedRun } from "../../concurrency/repeated_run.ts";
import type { NotificationDrills } from "../../storage/notification_drills.ts";
import type { After } from "../../concurrency/after.ts";

const EVERY_MS = 30_000;

export interface DrillEndsOptions {
  drills: Pick<NotificationDrills, "endOverdue">;
  after: After;
  log: Log;
}

/** Ends drills that nobody answered in time. */
export class DrillEnds {
  readonly #runs: RepeatedRun<number>;

  constructor(readonly options: DrillEndsOptions) {
    this.#runs = new RepeatedRun(options.after);
  }

  start(): void {
    const { drills, log } = this.options;
    this.#runs.repeat({
      firstMs: 0,
      everyMs: EVERY_MS,
      begin: () => drills.endOverdue(),
      onError: (error) => log("warn", "Drills could not be ended; trying again", { reason: String(error) }),
    });
  }

  close(): Promise<void> {
    return this.#runs.close();
  }
}
