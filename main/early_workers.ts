/** Starts the worker of a shard. */
export type Spawn = (shard: number) => Worker;

/** Workers that load their modules while the store opens, which shortens the start. */
export class EarlyWorkers implements Disposable {
  readonly #waiting: Worker[];

  constructor(readonly count: number, readonly spawn: Spawn) {
    this.#waiting = Array.from({ length: count }, (_, shard) => {
      const worker = spawn(shard);
      // An unhandled error event would end the process; the missing heartbeat shows that the worker failed.
      worker.addEventListener("error", (event) => event.preventDefault());
      return worker;
    });
  }

  /** An early worker for a shard, or a new one. */
  readonly take: Spawn = (shard) => this.#waiting.shift() ?? this.spawn(shard);

  /** Ends the workers that were not taken. */
  [Symbol.dispose](): void {
    for (const worker of this.#waiting.splice(0)) worker.terminate();
  }
}

export function spawnShardWorker(): Worker {
  return new Worker(new URL("./shard_worker.ts", import.meta.url), { type: "module" });
}
