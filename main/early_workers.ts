/** Makes the worker of a shard. */
export type Spawn = (shard: number) => Worker;

/** Workers that load their modules while the store is being opened: a start need not wait for one after the other. */
export class EarlyWorkers implements Disposable {
  readonly #waiting: Worker[];

  constructor(readonly count: number, readonly spawn: Spawn) {
    this.#waiting = Array.from({ length: count }, (_, shard) => {
      const worker = spawn(shard);
      // Whoever takes it finds that it gives no sign of life; nobody listening would end the process.
      worker.addEventListener("error", (event) => event.preventDefault());
      return worker;
    });
  }

  /** The one that waits for a shard, or a fresh one. */
  readonly take: Spawn = (shard) => this.#waiting.shift() ?? this.spawn(shard);

  /** Ends those that nobody has taken. */
  [Symbol.dispose](): void {
    for (const worker of this.#waiting.splice(0)) worker.terminate();
  }
}

export function spawnShardWorker(): Worker {
  return new Worker(new URL("../actors/shard_worker.ts", import.meta.url), { type: "module" });
}
