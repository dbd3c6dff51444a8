/** Sign-ins at identity providers whose session is being opened: a logout there has to end it too. */
export class OpeningSessions {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(open: () => Promise<T>): Promise<T> {
    const running = open();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when those of now have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#running]);
  }
}
