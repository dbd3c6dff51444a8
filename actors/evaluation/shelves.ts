import { type EventKey, shelfHolds, shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { Ms } from "../../domain/shared/time.ts";

/** Sets a timer of the evaluation actor; the returned function cancels it. */
export type WakeAt = (atMs: Ms) => () => void;

const NOTHING = () => {};

/** The shelves of a shard's instances, deployed or not, and the timer for the one that expires first. */
export class Shelves {
  readonly #shelves = new Map<string, ShelfRecord>();
  /** The shelf that expires first. */
  #first: ShelfRecord | undefined;
  #wakeAt: WakeAt = () => NOTHING;
  #cancel = NOTHING;

  attach(wakeAt: WakeAt): void {
    this.#wakeAt = wakeAt;
    this.load([]);
  }

  /** Replaces all shelves. */
  load(shelves: ShelfRecord[]): void {
    this.#shelves.clear();
    for (const shelf of shelves) this.#shelves.set(shelfKey(shelf), shelf);
    this.arm();
  }

  put(shelf: ShelfRecord): void {
    this.#shelves.set(shelfKey(shelf), shelf);
    this.arm();
  }

  drop(key: EventKey): void {
    this.#shelves.delete(shelfKey(key));
    this.arm();
  }

  /** The shelf in force for a key at a time. */
  of(key: EventKey, nowMs: Ms): ShelfRecord | undefined {
    const shelf = this.#shelves.get(shelfKey(key));
    return shelfHolds(shelf, nowMs) ? shelf : undefined;
  }

  /** The shelf that expired first, if any has. */
  ended(nowMs: Ms): ShelfRecord | undefined {
    return shelfHolds(this.#first, nowMs) ? undefined : this.#first;
  }

  /** Sets the timer for the shelf that expires first. */
  arm(): void {
    this.#cancel();
    const first = [...this.#shelves.values()].reduce<ShelfRecord | undefined>(
      (earliest, shelf) => earliest === undefined || shelf.until < earliest.until ? shelf : earliest,
      undefined,
    );
    this.#first = first;
    this.#cancel = first === undefined ? NOTHING : this.#wakeAt(Date.parse(first.until));
  }
}
