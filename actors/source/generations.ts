import type { FeedPosition } from "../../connectors/source.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import type { GenerationPointer, Stored } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";

const DELETES_PER_COMMIT = 500;
const PARTS: Key = keys.generationChunk(0, 0, 0).slice(0, 1),
  JOURNAL: Key = keys.journal(0, 0, 0).slice(0, 1);
const POINTER = keys.generation();

type StoredPosition = GenerationPointer["position"];

/** A feed position in its stored form, whose field names are Data Hub's. The texts are opaque. */
export function storedPosition(position: FeedPosition | null): StoredPosition {
  return position && { signupId: position.subscription, bookmark: position.cursor };
}

export function positionOf(stored: StoredPosition): FeedPosition | null {
  return stored && { subscription: stored.signupId, cursor: stored.bookmark };
}

/** The stored generations: the pointer, and what it makes obsolete. */
export class Generations {
  /** The parts of the generation that the pointer names; undefined: not read yet. */
  #parts: Key[] | undefined = [];

  constructor(private readonly context: ActorContext) {}

  async pointer(): Promise<GenerationPointer | null> {
    return (await this.context.store.get<GenerationPointer>(POINTER))?.value ?? null;
  }

  /** Moves the pointer to a generation whose every part is stored, then drops what it replaces. */
  async point(pointer: GenerationPointer, stored: ReadonlyMap<number, Stored>): Promise<void> {
    const replaced = this.#parts ??
      await this.#stored({ prefix: PARTS, end: [...PARTS, pointer.generation] });
    await this.#commit([{ type: "set", key: POINTER, value: pointer }]);
    await this.#drop(replaced);
    this.#parts = [...stored].flatMap(([shard, { chunks }]) =>
      Array.from({ length: chunks }, (_, part) => keys.generationChunk(pointer.generation, shard, part))
    );
    await this.#dropJournalBefore(pointer.generation);
  }

  /**
   * After a start: drops parts of generations that are not pointed to. Those of the pointed one, which
   * the shards are about to read, are left alone.
   */
  async sweep(pointer: GenerationPointer | null): Promise<void> {
    const current = pointer?.generation ?? -1;
    await this.#drop([
      ...await this.#stored({ prefix: PARTS, end: [...PARTS, current] }),
      ...await this.#stored({ prefix: PARTS, start: [...PARTS, current + 1] }),
    ]);
    this.#parts = pointer === null ? [] : undefined;
  }

  async #stored(selector: { prefix: Key; start?: Key; end?: Key }): Promise<Key[]> {
    return (await this.context.store.list(selector)).map(({ key }) => key);
  }

  async #dropJournalBefore(generation: number): Promise<void> {
    await this.#drop(await this.#stored({ prefix: JOURNAL, end: [...JOURNAL, generation] }));
  }

  async #drop(dropped: Key[]): Promise<void> {
    for (let from = 0; from < dropped.length; from += DELETES_PER_COMMIT) {
      const part = dropped.slice(from, from + DELETES_PER_COMMIT);
      await this.#commit(part.map((key): Mutation => ({ type: "delete", key })));
    }
  }

  async #commit(mutations: Mutation[]): Promise<void> {
    await this.context.store.commit({ mutations }, laneOfShard(this.context.shard));
  }
}
