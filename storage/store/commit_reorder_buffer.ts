/** An atomic that is on its way. */
export interface Ticket {
  readonly started: number;
}

interface Landed {
  versionstamp: string;
  seen: number;
  deliver: () => void;
}

/**
 * Puts what several lanes wrote back into the order of commits. What has landed is delivered as soon as nothing
 * can still turn up before it: its versionstamp follows the last one delivered directly, or everything that was
 * on its way when it was seen to land has ended.
 */
export class CommitReorderBuffer {
  readonly #onTheWay = new Set<Ticket>();
  #landed: Landed[] = [];
  #clock = 0;
  #last: string | undefined;

  /** `step`: how far apart two neighbouring versionstamps are, so that nothing can lie between them. */
  constructor(readonly step: bigint) {}

  start(): Ticket {
    const ticket = { started: ++this.#clock };
    this.#onTheWay.add(ticket);
    return ticket;
  }

  /** It landed: `deliver` is called once its turn has come. */
  landed(ticket: Ticket, versionstamp: string, deliver: () => void): void {
    this.#onTheWay.delete(ticket);
    this.#insert({ versionstamp, seen: ++this.#clock, deliver });
    this.#release();
  }

  /** It ended without writing. */
  ended(ticket: Ticket): void {
    this.#onTheWay.delete(ticket);
    this.#release();
  }

  #insert(landed: Landed): void {
    const at = this.#landed.findLastIndex((other) => other.versionstamp < landed.versionstamp) + 1;
    this.#landed.splice(at, 0, landed);
  }

  #release(): void {
    while (this.#landed.length > 0 && this.#isDue(this.#landed[0])) {
      const landed = this.#landed.shift()!;
      this.#last = landed.versionstamp;
      landed.deliver();
    }
  }

  /** What started after one of the landed was seen will have a higher versionstamp than that, and than the first. */
  #isDue(landed: Landed): boolean {
    const [oldest] = this.#onTheWay;
    if (oldest === undefined || this.#followsLast(landed.versionstamp)) return true;
    return this.#landed.some(({ seen }) => seen < oldest.started);
  }

  #followsLast(versionstamp: string): boolean {
    return this.#last !== undefined && BigInt(`0x${versionstamp}`) - BigInt(`0x${this.#last}`) === this.step;
  }
}
