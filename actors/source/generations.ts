import type { FeedPosition } from "../../connectors/source.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import type { GenerationPointer, Stored } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";
import { feedOfShard, feedOfSource } from "./contract.ts";

const DELETES_PER_COMMIT = 500;
const PARTS: Key = keys.generationChunk(0, 0, 0).slice(0, 1);

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
  readonly #feed: number;
  readonly #pointer: Key;

  /** Of one of `feeds`: its pointer, and the parts and journals of its shards. */
  constructor(private readonly context: ActorContext, private readonly feeds: number) {
    this.#feed = feedOfSource(context.address.id);
    this.#pointer = keys.generation(this.#feed);
  }

  async pointer(): Promise<GenerationPointer | null> {
    return (await this.context.store.get<GenerationPointer>(this.#pointer))?.value ?? null;
  }

  /** Moves the pointer to a generation whose every part is stored, then drops what it replaces. */
  async point(pointer: GenerationPointer, stored: ReadonlyMap<number, Stored>): Promise<void> {
    const replaced = this.#parts ?? await this.#ownParts({ end: [...PARTS, pointer.generation] });
    await this.#commit([{ type: "set", key: this.#pointer, value: pointer }]);
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
    const around = [{ end: [...PARTS, current] }, { start: [...PARTS, current + 1] }];
    await this.#drop((await Promise.all(around.map((range) => this.#ownParts(range)))).flat());
    this.#parts = pointer === null ? [] : undefined;
  }

  async #ownParts(range: { start?: Key; end?: Key }): Promise<Key[]> {
    const stored = await this.context.store.list({ prefix: PARTS, ...range });
    return stored.map(({ key }) => key).filter((key) => this.#isOfShard(key[2]));
  }

  async #dropJournalBefore(generation: number): Promise<void> {
    const prefix = ["journal"];
    const entries = await this.context.store.list({ prefix, end: [...prefix, generation] });
    await this.#drop(entries.map(({ key }) => key).filter((key) => this.#isOfShard(key[3])));
  }

  #isOfShard(part: Key[number]): boolean {
    return feedOfShard(Number(part), this.feeds) === this.#feed;
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
