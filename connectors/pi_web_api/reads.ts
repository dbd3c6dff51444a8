import type { Sample } from "../../domain/sample/types.ts";
import { EARLIEST_SOURCE_TIME } from "../../domain/sample/source_time.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { refusedStatus } from "../source_failure.ts";
import type { DataSource, ReadOptions } from "../source.ts";
import { parseWire } from "../wire.ts";
import type { PiSampledAsk, PiStream } from "./identity.ts";
import { readPages, recordedPath, type WindowsOptions } from "./recorded.ts";
import { readSamples, valueFields } from "./values.ts";
import { ofStream } from "./stream_failure.ts";
import { values } from "./wire.ts";

export type Reads = Pick<DataSource, "latest" | "atOrBefore" | "window" | "sampled">;

export function createReads(options: WindowsOptions): Reads {
  const { api, meanings } = options;
  const samplesOf = (items: readonly unknown[], stream: PiStream) => readSamples(items, { stream, meanings });
  return {
    latest: (stream: PiStream, { work = "gaps", signal }: ReadOptions = {}) =>
      ofStream(async () => {
        const path = ["streams", stream.source.webId, "end"];
        const query = { selectedFields: valueFields("") };
        const { body } = await api.call({ path, query }, { work, signal });
        return samplesOf([body], stream).at(-1) ?? null;
      }),

    // From late to early, the first value is the newest one.
    atOrBefore: (stream: PiStream, at, { work = "gaps", signal }: ReadOptions = {}) =>
      ofStream(async () => {
        const query = {
          startTime: sourceTimeFromTicks(at),
          endTime: sourceTimeFromTicks(EARLIEST_SOURCE_TIME),
          boundaryType: "Inside",
          maxCount: 1,
          selectedFields: valueFields("Items."),
        };
        const { body } = await api.call({ path: recordedPath(stream), query }, { work, signal });
        return samplesOf(parseWire(values, body, "the recorded values").Items, stream).at(-1) ?? null;
      }),

    window: (stream: PiStream, from, to, { work = "gaps", atMost = Infinity, signal } = {}) =>
      ofStream(async () => {
        const samples: Sample[] = [];
        for await (const page of readPages(options, { ask: { stream, from, to }, work, signal })) {
          for (const sample of page.samples) samples.push(sample);
          if (samples.length > atMost) break;
        }
        return samples;
      }),

    sampled: (ask, options) => readPlot(ask as PiSampledAsk, options),
  };

  /** The server adds interpolated values at both ends of the span, so a tick more is asked at each. */
  async function readPlot(ask: PiSampledAsk, { work = "trends", signal }: ReadOptions = {}) {
    const { stream, from, to, intervals } = ask;
    if (stream.source.dataType !== "NUM") return null;
    const query = {
      startTime: sourceTimeFromTicks(from - 1),
      endTime: sourceTimeFromTicks(to + 1),
      intervals,
      selectedFields: valueFields("Items."),
    };
    const isOf = ({ time }: { time: Ticks }) => time >= from && time <= to;
    try {
      const { body } = await api.call({ path: ["streams", stream.source.webId, "plot"], query }, {
        work,
        signal,
      });
      return samplesOf(parseWire(values, body, "the plot values").Items, stream).filter(isOf);
    } catch (error) {
      if (refusedStatus(error) === 501) return null;
      return await ofStream(() => Promise.reject(error));
    }
  }
}
