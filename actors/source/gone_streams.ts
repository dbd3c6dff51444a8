import { type SourceStream, StreamUnavailable } from "../../connectors/source.ts";
import type { Refusal } from "../../domain/shared/refusal.ts";
import type { ActorContext } from "../runtime/types.ts";

/** Streams that the source no longer has, or keeps from us: they give no samples, and stop no other from being judged. */
export class GoneStreams {
  readonly #ids = new Set<number>();

  constructor(private readonly context: ActorContext) {}

  /** The answer of a read of one stream; null when the stream is gone. */
  async read<T>(stream: SourceStream, reading: Promise<T>): Promise<T | null> {
    try {
      const answer = await reading;
      this.#ids.delete(stream.id);
      return answer;
    } catch (error) {
      if (!(error instanceof StreamUnavailable)) throw error;
      this.#note(stream);
      return null;
    }
  }

  /** What a read said of a stream: null when it is there. */
  told(stream: SourceStream, failure: Refusal | null): void {
    if (failure === null) this.#ids.delete(stream.id);
    else this.#note(stream);
  }

  /** With every stream gone, the source itself may be. */
  areAll(streams: readonly SourceStream[]): boolean {
    return streams.length > 0 && streams.every(({ id }) => this.#ids.has(id));
  }

  #note({ id, source }: SourceStream): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.context.log("warn", "A bound stream cannot be had at the source; its rules stand still", {
      ...{ stream: id, source },
    });
  }
}
