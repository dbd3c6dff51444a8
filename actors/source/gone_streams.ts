import type { SourceStream } from "../../connectors/data_hub/contract.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { ActorContext } from "../runtime/types.ts";

/** The stream is not there, or we may not read it. */
const NOT_TO_BE_HAD: readonly unknown[] = [403, 404];

/** Whether a failed read says that the stream is not to be had. */
export function isGone(error: unknown): error is Refusal {
  return error instanceof Refusal && NOT_TO_BE_HAD.includes(error.details.status);
}

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
      if (!isGone(error)) throw error;
      this.#note(stream);
      return null;
    }
  }

  /** What a read said of a stream: null when it is there. */
  told(stream: SourceStream, failure: Refusal | null): void {
    if (failure === null) this.#ids.delete(stream.id);
    else this.#note(stream);
  }

  /** With every stream gone it may be the whole namespace that is. */
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
