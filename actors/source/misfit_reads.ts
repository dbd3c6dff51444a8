import type { DataSource, Misfit, SourceStream } from "../../connectors/source.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { SuspectReports } from "./suspect_reports.ts";

export interface MisfitReadsOptions {
  suspects: Pick<SuspectReports, "misfit">;
  /** A stream as it is followed. */
  streamOf(id: number): SourceStream | undefined;
  readAgain(source: DataSource, stream: SourceStream, since: Ticks): Promise<void>;
}

/** Samples that were bad because their type was not known are read again once it is. */
export class MisfitReads {
  /** Those of a round that failed are read by the next one. */
  readonly #due: Misfit[] = [];

  constructor(private readonly options: MisfitReadsOptions) {}

  async round(source: DataSource): Promise<void> {
    const misfits = source.takeMisfits();
    for (const { stream } of misfits) this.options.suspects.misfit(stream.id);
    this.#due.push(...misfits.filter(({ since, isKnown }) => isKnown && since !== null));
    for (let next = this.#due.at(0); next !== undefined; next = this.#due.at(0)) {
      await this.#read(source, next);
      this.#due.shift();
    }
  }

  async #read(source: DataSource, { stream: { id }, since }: Misfit): Promise<void> {
    const stream = this.options.streamOf(id);
    // In another meaning all would be bad, also what was read rightly before the change.
    if (stream === undefined || since === null || source.hasOtherMeaning(stream)) return;
    await this.options.readAgain(source, stream, since);
  }
}
