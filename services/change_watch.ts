import { Mutex } from "../concurrency/mutex.ts";
import type { ResourceType } from "../domain/push/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Storage } from "../storage/contract.ts";
import { changedResource } from "../storage/writes/frames.ts";
import type { ServiceContext } from "./context.ts";

export interface ChangeWatchOptions {
  context: Pick<ServiceContext, "after"> & { storage: Pick<Storage, "store"> };
  /** The resources whose changes begin a check. */
  changes: ReadonlySet<ResourceType | undefined>;
  /** The time until the next check without a change. */
  nextMs(): Ms;
  /** Begins a check; handles its errors. */
  begin(): void;
}

/** Begins a check at the start, after changes of some resources, and by time, until it is closed. */
export class ChangeWatch {
  readonly #mutex = new Mutex();
  #cancel: () => void = () => {};
  #stopListening: () => void = () => {};
  #isClosed = false;

  constructor(private readonly options: ChangeWatchOptions) {}

  get isClosed(): boolean {
    return this.#isClosed;
  }

  start(): void {
    const { context, changes } = this.options;
    this.#stopListening = context.storage.store.onPublished(({ frames }) => {
      if (frames.some((frame) => changes.has(changedResource(frame)?.type))) this.#run();
    });
    this.#run();
  }

  /** Runs one check at a time. */
  alone(check: () => Promise<void>): Promise<void> {
    return this.#mutex.run(check);
  }

  /** Begins no further check and waits for the one under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.#cancel();
    await this.#mutex.run(() => Promise.resolve());
  }

  #run(): void {
    this.#cancel();
    if (this.#isClosed) return;
    this.#cancel = this.options.context.after(Math.max(0, this.options.nextMs()), () => this.#run());
    this.options.begin();
  }
}
