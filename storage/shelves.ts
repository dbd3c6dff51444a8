import { type EventKey, shelfKey, type ShelfRecord } from "../domain/event/shelf.ts";
import type { Mirrors } from "./mirrors.ts";

/** The shelved keys, read from memory; the actors write them. */
export class Shelves {
  constructor(readonly mirrors: Pick<Mirrors, "shelves">) {}

  /** The shelved keys; some may have just expired. */
  list(): readonly ShelfRecord[] {
    return this.mirrors.shelves.list();
  }

  get(key: EventKey): ShelfRecord | undefined {
    return this.mirrors.shelves.get(shelfKey(key));
  }
}
