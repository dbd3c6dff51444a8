import { assertEquals } from "@std/assert";
import { PushIntake } from "../../connectors/http_push/intake.ts";
import { StoreFolder } from "../support/collected_store.ts";
import { eventually } from "../support/eventually.ts";
import { httpPushSettings, pushed } from "../support/http_push_harness.ts";

async function intakeOver(folder: StoreFolder): Promise<PushIntake> {
  const { inlet } = await folder.store();
  return new PushIntake(inlet, { settings: httpPushSettings(), now: () => folder.nowMs });
}

Deno.test("what is pushed is complete up to its newest time, and a clock that is ahead is believed when it is time", async () => {
  await using folder = new StoreFolder();
  const intake = await intakeOver(folder), store = await folder.store();
  const completeMs = () => Date.parse(store.state().complete_to);
  const beginMs = folder.nowMs, at = (ms: number) => `m f=1 ${beginMs + ms}`;
  await intake.take(pushed(`${at(-5_000)}\n${at(-9_000)}`, { precision: "ms" }));
  assertEquals(completeMs() - beginMs, -5_000);
  await intake.take(pushed(at(-7_000), { precision: "ms" }));
  assertEquals(completeMs() - beginMs, -5_000, "late samples take nothing back");
  await intake.take(pushed(at(50), { precision: "ms" }));
  assertEquals(completeMs() - beginMs, 0, "nothing is complete that the clock has not reached");
  folder.nowMs += 50;
  await eventually("the time has come", () => completeMs() - beginMs === 50);
  await intake.take(pushed("", { upToMs: beginMs + 3_600_000 }));
  assertEquals(completeMs() - beginMs, 50, "a life sign from the future is one of the present");
  await intake.close();
});

Deno.test("a line may have many fields: a body of 25,000 samples is stored whole, and once when it comes again", async () => {
  await using folder = new StoreFolder();
  const intake = await intakeOver(folder), store = await folder.store();
  const fields = Array.from({ length: 10 }, (_, i) => `f${i}=1`).join();
  const lines = Array.from({ length: 2_500 }, (_, i) => `m ${fields} ${folder.nowMs - i}`).join("\n");
  assertEquals(await intake.take(pushed(lines, { precision: "ms" })), { stored: 25_000, rejected: [] });
  assertEquals(await intake.take(pushed(lines, { precision: "ms" })), { stored: 25_000, rejected: [] });
  const { streams, duplicates } = store.state();
  assertEquals([streams, duplicates], [10, 25_000]);
  await intake.close();
});

Deno.test("bytes that are not UTF-8 spoil their own line only", async () => {
  await using folder = new StoreFolder();
  const intake = await intakeOver(folder);
  const text = new Uint8Array([
    ...new TextEncoder().encode('m a="x'),
    0xff,
    ...new TextEncoder().encode('"\nm b=1'),
  ]);
  const { stored, rejected } = await intake.take({ ...pushed(""), text });
  assertEquals([stored, rejected], [1, [{ line: 1, reason: "It is not UTF-8 text" }]]);
  await intake.close();
});
