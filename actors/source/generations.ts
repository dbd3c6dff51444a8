import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import type { GenerationPointer, Stored } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";

const DELETES_PER_COMMIT = 500;

/** The stored generations: where the pointer stands, and what may be thrown away behind it. */
export class Generations {
  #parts: Key[] = [];

  constructor(private readonly context: ActorContext) {}

  async pointer(): Promise<GenerationPointer | null> {
    return (await this.context.store.get<GenerationPointer>(keys.generation()))?.value ?? null;
  }

  /** Moves the pointer to a generation whose every part is stored, then drops what it replaces. */
  async point(pointer: GenerationPointer, stored: Stored[]): Promise<void> {
    await this.#commit([{ type: "set", key: keys.generation(), value: pointer }]);
    await this.#drop(this.#parts);
    this.#parts = stored.flatMap(({ chunks }, shard) =>
      Array.from({ length: chunks }, (_, part) => keys.generationChunk(pointer.generation, shard, part))
    );
    await this.#dropBefore(["journal"], pointer.generation);
  }

  /** After a start: parts of generations that were never pointed to, or are no more. */
  async sweep(pointer: GenerationPointer | null): Promise<void> {
    const chunks = await this.context.store.list({ prefix: ["generation_chunk"] });
    const current = pointer?.generation ?? -1;
    this.#parts = chunks.map((entry) => entry.key).filter((key) => key[1] === current);
    await this.#drop(chunks.map((entry) => entry.key).filter((key) => key[1] !== current));
  }

  async #dropBefore(prefix: Key, generation: number): Promise<void> {
    const entries = await this.context.store.list({ prefix, end: [...prefix, generation] });
    await this.#drop(entries.map((entry) => entry.key));
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
