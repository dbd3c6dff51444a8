import type { SourceStream } from "../../connectors/data_hub/contract.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { ActorContext } from "../runtime/types.ts";

/** The stream does not exist, or may not be read. */
const NOT_TO_BE_HAD: readonly unknown[] = [403, 404];

/** Whether a failed read means that the stream cannot be read. */
export function isGone(error: unknown): error is Refusal {
  return error instanceof Refusal && NOT_TO_BE_HAD.includes(error.details.status);
}

/** Streams that are missing at the source or may not be read. They have no samples, and block no other stream. */
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
      if (!isGone(error)) throw error;
      this.#note(stream);
      return null;
    }
  }

  /** Notes the outcome of a read: null when the stream exists. */
  told(stream: SourceStream, failure: Refusal | null): void {
    if (failure === null) this.#ids.delete(stream.id);
    else this.#note(stream);
  }

  /** When every stream is missing, the whole namespace may be. */
  areAll(streams: readonly SourceStream[]): boolean {
    return streams.length > 0 && streams.every(({ id }) => this.#ids.has(id));
  }

  #note({ id, source }: SourceStream): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.context.log("warn", "A bound stream cannot be had at the source; its rules stand still", {
      stream: source.sdsStreamId,
    });
  }
}
