import { Buffer } from "node:buffer";
import { LISTED_LIMITS } from "../../domain/asset/limits.ts";
import { MOST_LINES } from "../../domain/ingest/types.ts";
import { cutText } from "../../domain/shared/text.ts";
import { sourceTimeFromTicks } from "../../domain/shared/time.ts";
import type { QueuedSample } from "../source.ts";

/** Bytes of a body that Andon takes, inflated. */
const MOST_BYTES = 1_024 * 1_024;

/** Samples as lines of JSON, which name a stream's unit and asset only once. */
export class SampleLines {
  readonly #described = new Map<string, string>();

  /** In parts that a body may have. */
  *bodies(samples: readonly QueuedSample[]): Generator<string[]> {
    let lines: string[] = [], bytes = 0;
    for (const sample of samples) {
      const line = this.#lineOf(sample), length = Buffer.byteLength(line) + 1;
      if (lines.length === MOST_LINES || bytes + length > MOST_BYTES) {
        yield lines;
        lines = [];
        bytes = 0;
      }
      lines.push(line);
      bytes += length;
    }
    yield lines;
  }

  /** The next lines name units and assets again: Andon may have been set up anew. */
  describeAgain(): void {
    this.#described.clear();
  }

  #lineOf({ stream, unit, path, sample: { time, value, quality } }: QueuedSample): string {
    const asset = cutText(path.filter((name) => name.trim() !== "").join("."), LISTED_LIMITS.id);
    const described = JSON.stringify([unit, asset]), isKnown = this.#described.get(stream) === described;
    this.#described.set(stream, described);
    const line = JSON.stringify({
      stream,
      time: sourceTimeFromTicks(time),
      value,
      ...quality !== "good" && { quality },
      ...!isKnown && unit !== null && { unit },
      ...!isKnown && asset !== "" && { asset },
    });
    // As it stands, a line with this character counts as broken UTF-8.
    return line.replaceAll("\ufffd", "\\ufffd");
  }
}
