import type { FeedPosition } from "../../connectors/source.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { laneOfShard, type StateKeys, stateKeysOf } from "../../storage/keys.ts";
import type { GenerationPointer, Stored } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";
import { ownSource } from "./contract.ts";

const DELETES_PER_COMMIT = 500;

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

  readonly #keys: StateKeys;
  /** The prefixes of what is listed. */
  readonly #chunks: Key;
  readonly #journal: Key;

  constructor(private readonly context: ActorContext) {
    const keys = this.#keys = stateKeysOf(ownSource(context));
    this.#chunks = keys.generationChunk(0, 0, 0).slice(0, -3);
    this.#journal = keys.journal(0, 0, 0).slice(0, -3);
  }

  async pointer(): Promise<GenerationPointer | null> {
    return (await this.context.store.get<GenerationPointer>(this.#keys.generation()))?.value ?? null;
  }

  /** Moves the pointer to a generation whose every part is stored, then drops what it replaces. */
  async point(pointer: GenerationPointer, stored: ReadonlyMap<number, Stored>): Promise<void> {
    const replaced = this.#parts ??
      await this.#stored({ prefix: this.#chunks, end: [...this.#chunks, pointer.generation] });
    await this.#commit([{ type: "set", key: this.#keys.generation(), value: pointer }]);
    await this.#drop(replaced);
    this.#parts = [...stored].flatMap(([shard, { chunks }]) =>
      Array.from({ length: chunks }, (_, part) => this.#keys.generationChunk(pointer.generation, shard, part))
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
      ...await this.#stored({ prefix: this.#chunks, end: [...this.#chunks, current] }),
      ...await this.#stored({ prefix: this.#chunks, start: [...this.#chunks, current + 1] }),
    ]);
    this.#parts = pointer === null ? [] : undefined;
  }

  async #stored(selector: { prefix: Key; start?: Key; end?: Key }): Promise<Key[]> {
    return (await this.context.store.list(selector)).map(({ key }) => key);
  }

  async #dropJournalBefore(generation: number): Promise<void> {
    await this.#drop(await this.#stored({ prefix: this.#journal, end: [...this.#journal, generation] }));
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
