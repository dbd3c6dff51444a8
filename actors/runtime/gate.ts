import { Fifo } from "../../domain/shared/fifo.ts";

export type GateMode = "none" | "shared" | "exclusive";

interface Waiter {
  mode: GateMode;
  enter: () => void;
}

/**
 * A fair read-write lock: entries are served in order of arrival, so that neither readers nor writers starve.
 */
export class FairGate {
  #sharedInside = 0;
  #exclusiveInside = false;
  #waiting = new Fifo<Waiter>();

  /** Undefined when the caller enters at once; else a promise that resolves when it may. */
  enter(mode: GateMode): Promise<void> | undefined {
    if (mode === "none") return undefined;
    if (this.#waiting.size === 0 && this.#admits(mode)) {
      this.#admit(mode);
      return undefined;
    }
    return new Promise((enter) => this.#waiting.push({ mode, enter }));
  }

  leave(mode: GateMode): void {
    if (mode === "none") return;
    if (mode === "exclusive") this.#exclusiveInside = false;
    else this.#sharedInside--;
    this.#letIn();
  }

  #letIn(): void {
    for (let next = this.#waiting.peek(); next !== undefined; next = this.#waiting.peek()) {
      if (!this.#admits(next.mode)) return;
      this.#waiting.shift();
      this.#admit(next.mode);
      next.enter();
    }
  }

  #admits(mode: GateMode): boolean {
    if (this.#exclusiveInside) return false;
    return mode === "shared" || this.#sharedInside === 0;
  }

  #admit(mode: GateMode): void {
    if (mode === "exclusive") this.#exclusiveInside = true;
    else this.#sharedInside++;
  }
}
