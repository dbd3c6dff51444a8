import { type SourceStream, StreamUnavailable } from "../../connectors/source.ts";
import type { Refusal } from "../../domain/shared/refusal.ts";
import type { ActorContext } from "../runtime/types.ts";

/** Streams that are missing at the source or may not be read. They have no samples, and block no other stream. */
export class MissingStreams {
  readonly #ids = new Set<number>();

  constructor(
    private readonly context: ActorContext,
    private readonly onMissing: (stream: SourceStream) => void = () => {},
  ) {}

  /** The answer of a read of one stream; null when the stream is missing. */
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

  /** Notes the outcome of a read: null when the stream exists. */
  noteRead(stream: SourceStream, failure: Refusal | null): void {
    if (failure === null) this.#ids.delete(stream.id);
    else this.#note(stream);
  }

  /** When every stream is missing, the source itself may be. */
  areAll(streams: readonly SourceStream[]): boolean {
    return streams.length > 0 && streams.every(({ id }) => this.#ids.has(id));
  }

  #note(stream: SourceStream): void {
    const { id, source } = stream;
    this.onMissing(stream);
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.context.log("warn", "A bound stream cannot be had at the source; its rules stand still", {
      stream: id,
      source,
    });
  }
}
