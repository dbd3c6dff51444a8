import type { AppDeps } from "../pipeline/deps.ts";
import type { PushClock } from "./clock.ts";
import { versionstampOf } from "./frames.ts";
import type { FrameBuffer } from "./frame_buffer.ts";
import type { PushLog } from "../../storage/push_log.ts";

const EVERY_MS = 10_000;
/** The pause between two steps of one pruning, so that a long log does not delay other work. */
const STEP_MS = 50;

export interface LogPruningOptions {
  log: PushLog;
  buffer: FrameBuffer;
  clock: PushClock;
  report: AppDeps["log"];
}

/** Prunes the stored log to what is kept in memory: 10,000 frames or an hour, whichever is less. */
export class LogPruning {
  #cancel: () => void = () => {};
  #stopped = false;

  constructor(readonly options: LogPruningOptions) {}

  start(): void {
    this.#later(STEP_MS);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #later(delayMs: number): void {
    if (this.#stopped) return;
    this.#cancel = this.options.clock.after(delayMs, () => {
      this.#step().then((more) => this.#later(more ? STEP_MS : EVERY_MS));
    });
  }

  /** If the store cannot be reached, the next run tries again. */
  async #step(): Promise<boolean> {
    const { buffer, clock, log, report } = this.options;
    buffer.dropOutlived(clock.now());
    if (buffer.oldest === undefined) return false;
    try {
      return await log.pruneStep(versionstampOf(buffer.oldest.seq));
    } catch (error) {
      report("warn", "The push log could not be pruned; trying again", { reason: String(error) });
      return false;
    }
  }
}
