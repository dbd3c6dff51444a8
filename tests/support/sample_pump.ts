import type { SampleWriter } from "./simulated_plant.ts";

const ABOVE = 99;
const BELOW = 10;

/** An event that the written samples make of `greater_than 80`: times as REST writes them, null while open. */
export interface PumpedEvent {
  stream: string;
  start: string;
  end: string | null;
}

/** Writes each stream above and below the limit by turns, at times of its own, and knows which events that makes. */
export class SamplePump {
  readonly events: PumpedEvent[] = [];
  readonly #open = new Map<string, PumpedEvent>();
  #running = true;
  #tick = 0;
  #lastMs = 0;
  readonly #done: Promise<void>;

  constructor(readonly options: { writer: SampleWriter; streams: string[]; everyMs: number }) {
    this.#done = this.#run();
    this.#done.catch(() => {});
  }

  /** Writes no more, and throws what went wrong. */
  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }

  async #run(): Promise<void> {
    for (; this.#running; this.#tick++) {
      const { streams, everyMs } = this.options;
      const turns = streams.filter((_, index) => (this.#tick + index) % (3 + index) === 0);
      await Promise.all(turns.map((stream) => this.#turn(stream)));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  async #turn(stream: string): Promise<void> {
    this.#lastMs = Math.max(this.#lastMs + 1, Date.now());
    const time = new Date(this.#lastMs).toISOString();
    const open = this.#open.get(stream);
    await this.options.writer.write(stream, [{ time, value: open === undefined ? ABOVE : BELOW }]);
    if (open === undefined) {
      const event = { stream, start: time, end: null };
      this.events.push(event);
      this.#open.set(stream, event);
    } else {
      open.end = time;
      this.#open.delete(stream);
    }
  }
}
