import { assert, assertEquals } from "@std/assert";
import { decodeSamples, encodeSamples } from "../../../../connectors/collected/hour_codec.ts";
import { type DataType, QUALITIES, type Sample, type SampleValue } from "../../../../domain/sample/types.ts";
import { anyCharacter, cases, fc } from "../../../support/fast_check.ts";
import { seeded } from "../../../support/seeded.ts";

const VALUES: Record<DataType, fc.Arbitrary<SampleValue>> = {
  NUM: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.integer({ min: -100_000, max: 100_000 }).map((whole) => whole / 100),
    fc.constantFrom(-0, 0, 0.1 + 0.2, Number.MAX_VALUE, Number.MIN_VALUE),
  ),
  STR: fc.array(anyCharacter, { maxLength: 20 }).map((letters) => letters.join("")),
  BOOL: fc.boolean(),
};

function samplesOf(type: DataType): fc.Arbitrary<Sample[]> {
  const step = fc.oneof(fc.constant(10_000_000), fc.integer({ min: 1, max: 36_000_000_000 }));
  const sample = fc.tuple(step, fc.option(VALUES[type], { freq: 10 }), fc.constantFrom(...QUALITIES));
  return fc.array(sample, { minLength: 1, maxLength: 60 }).map((all) => {
    let time = 2_000_000_000_000_000;
    return all.map(([distance, value, quality]) => ({
      time: time += distance,
      value,
      quality: value === null ? "bad" : quality,
    }));
  });
}

for (const type of ["NUM", "STR", "BOOL"] as const) {
  Deno.test(`decodeSamples() gives back what encodeSamples() packed: ${type}`, () => {
    fc.assert(
      fc.property(samplesOf(type), (samples) => {
        assertEquals(decodeSamples(encodeSamples(samples, type), type), samples);
      }),
      cases(300),
    );
  });
}

Deno.test("an hour of a noisy measurement with two decimals at 1 Hz takes less than 3 bytes a sample", () => {
  const random = seeded(1);
  const samples = Array.from({ length: 3_600 }, (_, i): Sample => ({
    time: 2_000_000_000_000_000 + i * 10_000_000 + Math.floor(random() * 5) * 10_000,
    value: Math.round(2_000 + 300 * Math.sin(i / 600) + 100 * random()) / 100,
    quality: "good",
  }));
  const bytes = encodeSamples(samples, "NUM").length / samples.length;
  assert(bytes < 3, `${bytes}`);
});
