import { type EventKey, shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

export function saveShelf(shelf: ShelfRecord): Mutation {
  return { type: "set", key: keys.shelf(shelfKey(shelf)), value: shelf };
}

export function removeShelf(key: EventKey): Mutation {
  return { type: "delete", key: keys.shelf(shelfKey(key)) };
}
