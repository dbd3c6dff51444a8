import { assertRejects } from "@std/assert";
import type { DataSource, SourceStream } from "../../connectors/source.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { sourceTimeFromTicks, ticksFromSourceTime } from "../../domain/shared/time.ts";

/** A table with a row for each value. */
export const HISTORY =
  `CREATE TABLE history (tag text, time timestamptz, value float8, quality int, PRIMARY KEY (tag, time))`;

const at = (time: string) => ticksFromSourceTime(`2026-01-31T${time}Z`)!;
/** The day that the tests write samples of. */
export const DAY = [at("00:00:00"), at("23:59:59")] as const;

export async function streamOf(source: DataSource, name: string): Promise<SourceStream> {
  const { streams } = await source.discover();
  const found = streams.find(({ stream_name }) => stream_name === name);
  if (found === undefined) throw new Error(`No ${name} in ${streams.map((one) => one.stream_name)}`);
  return { id: 1, source: found.source };
}

export function shown(samples: readonly (Sample | null)[]): string[] {
  return samples.map((sample) =>
    sample === null
      ? "none"
      : `${
        sourceTimeFromTicks(sample.time).slice(11, -1).replace(/\.?0+$/, "")
      } ${sample.value} ${sample.quality}`
  );
}

export async function reasonOf(call: () => Promise<unknown>): Promise<string> {
  const { code, details } = await assertRejects(call, Refusal);
  return `${code} ${details.reason}`;
}
