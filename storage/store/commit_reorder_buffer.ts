/** An atomic under way. */
export interface Ticket {
  readonly started: number;
}

interface Landed {
  versionstamp: string;
  seen: number;
  deliver: () => void;
}

/**
 * Restores the order of commits of several lanes. A committed atomic is delivered once no earlier one can still
 * appear: its versionstamp directly follows the last delivered one, or every atomic that was under way when it
 * was seen to commit has ended.
 */
export class CommitReorderBuffer {
  readonly #underWay = new Set<Ticket>();
  #landed: Landed[] = [];
  #clock = 0;
  #last: string | undefined;

  /** `step`: the difference of two consecutive versionstamps. */
  constructor(readonly step: bigint) {}

  start(): Ticket {
    const ticket = { started: ++this.#clock };
    this.#underWay.add(ticket);
    return ticket;
  }

  /** The atomic has committed; `deliver` is called in the order of commits. */
  landed(ticket: Ticket, versionstamp: string, deliver: () => void): void {
    this.#underWay.delete(ticket);
    this.#insert({ versionstamp, seen: ++this.#clock, deliver });
    this.#release();
  }

  /** The atomic ended without a commit. */
  ended(ticket: Ticket): void {
    this.#underWay.delete(ticket);
    this.#release();
  }

  #insert(landed: Landed): void {
    const at = this.#landed.findLastIndex((other) => other.versionstamp < landed.versionstamp) + 1;
    this.#landed.splice(at, 0, landed);
  }

  #release(): void {
    while (this.#landed.length > 0 && this.#isDue(this.#landed[0]!)) {
      const landed = this.#landed.shift()!;
      this.#last = landed.versionstamp;
      landed.deliver();
    }
  }

  /** An atomic that started after a commit was seen gets a higher versionstamp than that commit. */
  #isDue(landed: Landed): boolean {
    const [oldest] = this.#underWay;
    if (oldest === undefined || this.#followsLast(landed.versionstamp)) return true;
    return this.#landed.some(({ seen }) => seen < oldest.started);
  }

  #followsLast(versionstamp: string): boolean {
    return this.#last !== undefined && BigInt(`0x${versionstamp}`) - BigInt(`0x${this.#last}`) === this.step;
  }
}
