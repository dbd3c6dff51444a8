import { assertEquals, assertRejects } from "@std/assert";
import { createKeptResources } from "../../../console/live/kept_resources.ts";
import type { Frame } from "../../../console/live/push_channel.ts";

const frame = (kind: string, data: unknown = {}): Frame => ({ seq: "1", kind, at: "", data } as Frame);

Deno.test("a kept value is current until a frame tells of a change, and shown all the same afterwards", () => {
  let nowMs = 0;
  const kept = createKeptResources(() => nowMs);
  const state = (key: string) => [kept.get(key)?.value, kept.get(key)?.isCurrent];
  const fill = () => {
    kept.set("plant", 1, { changes: ["plant_node"], events: false });
    kept.set("wall", 2, { changes: [], events: true });
    kept.set("page", 3, { changes: [], events: false });
  };
  fill();
  assertEquals([state("plant"), state("wall"), state("page"), state("none")], [
    [1, true],
    [2, true],
    [3, false],
    [undefined, undefined],
  ]);
  kept.follow([frame("resource_changed", { type: "template", id: 1 })]);
  assertEquals([state("plant"), state("wall")], [[1, true], [2, true]]);
  kept.follow([frame("resource_changed", { type: "plant_node", id: "N" }), frame("event_updated")]);
  assertEquals([state("plant"), state("wall")], [[1, false], [2, false]]);
  for (const end of [() => kept.follow([frame("resync")]), () => kept.expire(), () => nowMs += 300_000]) {
    fill();
    assertEquals(state("plant"), [1, true]);
    end();
    assertEquals(state("plant"), [1, false]);
  }
});

Deno.test("60 values are kept, the newest ones", () => {
  const kept = createKeptResources();
  for (let n = 1; n <= 61; n++) kept.set(`key ${n}`, n, { changes: ["x"], events: false });
  assertEquals([kept.get("key 1"), kept.get("key 2")?.value, kept.get("key 61")?.value], [undefined, 2, 61]);
});

Deno.test("parts of a page that need the same value read it once, and each hears of a newer one", async () => {
  const kept = createKeptResources();
  const heard: string[] = [];
  const stop = kept.watch("plant", (value) => heard.push(`first ${value}`));
  kept.watch("plant", (value) => heard.push(`second ${value}`));
  let reads = 0;
  const read = () => Promise.resolve(++reads);
  assertEquals(await Promise.all([kept.share("plant", read), kept.share("plant", read)]), [1, 1]);
  assertEquals(await kept.share("plant", read), 2, "a later read is a new one");
  kept.set("plant", 2, { changes: [], events: false });
  stop();
  kept.set("plant", 3, { changes: [], events: false });
  kept.set("wall", 4, { changes: [], events: false });
  assertEquals(heard, ["first 2", "second 2", "second 3"]);
});

Deno.test("a shared read that fails is not kept for the next one", async () => {
  const kept = createKeptResources();
  await assertRejects(() => kept.share("plant", () => Promise.reject(new TypeError("no line"))), TypeError);
  assertEquals(await kept.share("plant", () => Promise.resolve(1)), 1);
});
