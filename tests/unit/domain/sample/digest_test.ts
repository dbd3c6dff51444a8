import { assert, assertEquals } from "@std/assert";
import { addedSample } from "../../../../domain/sample/digest.ts";
import type { Quality, Sample, SampleValue } from "../../../../domain/sample/types.ts";
import { seeded } from "../../../support/seeded.ts";

const digestOf = (samples: Sample[]) => samples.reduce(addedSample, 0);

function sample(time: number, value: SampleValue | null, quality: Quality = "good"): Sample {
  return { time, value, quality };
}

Deno.test("a digest is the same in every order, and a whole number that a double holds", () => {
  const samples = Array.from({ length: 2_000 }, (_, i) => sample(1e15 + i * 12_345, i / 7));
  const digest = digestOf(samples);
  assertEquals(digestOf(samples.toReversed()), digest);
  assert(Number.isSafeInteger(digest) && digest >= 0);
});

Deno.test("samples that differ in time, value, type or quality have digests of their own", () => {
  const samples = [
    ...[0, 1, -1, 1.5, NaN, 1e308, "", "1", "on", "no", true, false, null].map((value) => sample(5, value)),
    ...[sample(6, 1), sample(-6, 1), sample(5, 1, "uncertain"), sample(5, 1, "bad"), sample(5 + 2 ** 40, 1)],
  ];
  assertEquals(new Set(samples.map((one) => digestOf([one]))).size, samples.length);
});

Deno.test("200,000 similar samples have different digests", () => {
  const random = seeded(5);
  const digests = new Set<number>();
  for (let i = 0; i < 200_000; i++) {
    digests.add(digestOf([sample(i * 10_000_000, Math.floor(random() * 50))]));
  }
  assertEquals(digests.size, 200_000);
});
