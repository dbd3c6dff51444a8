/** The longest time in which the event loop could run nothing else, and the most memory that was in use. */
export class LoopWatch {
  longestMs = 0;
  mostBytes = 0;
  #lastMs = performance.now();
  #timer = setInterval(() => this.#look(), 0);

  #look(): void {
    const nowMs = performance.now();
    this.longestMs = Math.max(this.longestMs, nowMs - this.#lastMs);
    this.mostBytes = Math.max(this.mostBytes, Deno.memoryUsage().rss);
    this.#lastMs = performance.now();
  }

  end(): void {
    this.#look();
    clearInterval(this.#timer);
  }
}
