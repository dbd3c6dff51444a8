/** Pages with several samples of each stream, mostly out of order, compared with the same samples in order of time. */
import { assert, assertEquals } from "@std/assert";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import type { Transition } from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { Quality, Sample, SampleChange } from "../../../../domain/sample/types.ts";
import { seeded } from "../../../support/seeded.ts";
import { comparison, instance, known, rule, secs } from "./engine_harness.ts";

const STREAMS = 40, PAGES = 6, SAMPLES = 8;

type Random = (below: number) => number;

function quality(random: Random): Quality {
  return random(40) > 0 ? "good" : random(2) === 0 ? "bad" : "uncertain";
}

/** Some seconds of samples of each stream, stream by stream, each stream slightly later than the previous one. */
function pageOf(page: number, { values, random }: { values: number[]; random: Random }): SampleChange[] {
  return values.flatMap((_, stream) =>
    Array.from({ length: SAMPLES }, (_, i): SampleChange => {
      values[stream] = Math.max(0, Math.min(10, values[stream] + random(3) - 1));
      const time = secs(page * SAMPLES + i + stream / STREAMS);
      const sample: Sample = { time, value: values[stream], quality: quality(random) };
      return { op: "upsert", stream, sample };
    })
  );
}

function deployed(random: Random): Engine {
  const engine = new Engine({ watermark: secs(-1) });
  for (let stream = 0; stream < STREAMS; stream++) {
    const limit = comparison({ stream, operands: [{ literal: 6 + random(3) }], deadband: random(2) });
    const rules = [rule({ expression: limit, onDelay: secs(random(3)) })];
    const streams = [{ id: stream, dataType: "NUM" as const }];
    engine.deploy(instance(rules, { instanceId: stream, streams }), [known(stream)]);
  }
  return engine;
}

function timeOf(change: SampleChange): number {
  return change.op === "upsert" ? change.sample.time : 0;
}

Deno.test("pages with several samples of a stream are evaluated like the same samples in order of time", () => {
  let transitions = 0;
  for (let seed = 0; seed < 80; seed++) {
    const chance = seeded(seed), random: Random = (below) => Math.floor(below * chance());
    const [paged, ordered] = [seed, seed].map((same) => {
      const own = seeded(same);
      return deployed((below) => Math.floor(below * own()));
    });
    const values = Array.from({ length: STREAMS }, () => random(10));
    for (let page = 0; page < PAGES; page++) {
      const changes = pageOf(page, { values, random });
      const parts = random(2) === 0 ? [changes] : [changes.slice(0, 160), changes.slice(160)];
      for (const part of parts) assertEquals(paged.offer(packBatch(part)).accepted, part.length);
      ordered.offer(packBatch(changes.toSorted((a, b) => timeOf(a) - timeOf(b))));
      const upTo = secs((page - seed % 2) * SAMPLES + random(2 * SAMPLES) / 2);
      const compared: Transition[][] = [paged, ordered].map((engine) => engine.advance(upTo));
      assertEquals(compared[0], compared[1], `seed ${seed}, page ${page}`);
      transitions += compared[0].length;
      for (let stream = 0; stream < STREAMS; stream++) {
        assertEquals(
          paged.held(stream),
          ordered.held(stream),
          `seed ${seed}, page ${page}, stream ${stream}`,
        );
      }
    }
    assertEquals(paged.stats, ordered.stats);
  }
  assert(transitions > 2_000, `only ${transitions} transitions`);
});
