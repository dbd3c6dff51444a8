import { assertEquals, assertRejects } from "@std/assert";
import { createResourceCache } from "../../../console/live/resource_cache.ts";
import type { Frame } from "../../../console/live/push_channel.ts";

const frame = (kind: string, data: unknown = {}): Frame => ({ seq: "1", kind, at: "", data } as Frame);

Deno.test("a cached value is current until a frame tells of a change, and shown all the same afterwards", () => {
  let nowMs = 0;
  const cache = createResourceCache(() => nowMs);
  const state = (key: string) => [cache.get(key)?.value, cache.get(key)?.isCurrent];
  const fill = () => {
    cache.set("plant", 1, { changes: ["plant_node"], events: false });
    cache.set("wall", 2, { changes: [], events: true });
    cache.set("page", 3, { changes: [], events: false });
  };
  fill();
  assertEquals([state("plant"), state("wall"), state("page"), state("none")], [
    [1, true],
    [2, true],
    [3, false],
    [undefined, undefined],
  ]);
  cache.follow([frame("resource_changed", { type: "template", id: 1 })]);
  assertEquals([state("plant"), state("wall")], [[1, true], [2, true]]);
  cache.follow([frame("resource_changed", { type: "plant_node", id: "N" }), frame("event_updated")]);
  assertEquals([state("plant"), state("wall")], [[1, false], [2, false]]);
  for (const end of [() => cache.follow([frame("resync")]), () => cache.expire(), () => nowMs += 300_000]) {
    fill();
    assertEquals(state("plant"), [1, true]);
    end();
    assertEquals(state("plant"), [1, false]);
  }
});

Deno.test("60 values are kept, the newest ones", () => {
  const cache = createResourceCache();
  for (let n = 1; n <= 61; n++) cache.set(`key ${n}`, n, { changes: ["x"], events: false });
  assertEquals([cache.get("key 1"), cache.get("key 2")?.value, cache.get("key 61")?.value], [
    undefined,
    2,
    61,
  ]);
});

Deno.test("parts of a page that need the same value read it once, and each hears of a newer one", async () => {
  const cache = createResourceCache();
  const received: string[] = [];
  const stop = cache.watch("plant", (value) => received.push(`first ${value}`));
  cache.watch("plant", (value) => received.push(`second ${value}`));
  let reads = 0;
  const read = () => Promise.resolve(++reads);
  assertEquals(await Promise.all([cache.share("plant", read), cache.share("plant", read)]), [1, 1]);
  assertEquals(await cache.share("plant", read), 2, "a later read is a new one");
  cache.set("plant", 2, { changes: [], events: false });
  stop();
  cache.set("plant", 3, { changes: [], events: false });
  cache.set("wall", 4, { changes: [], events: false });
  assertEquals(received, ["first 2", "second 2", "second 3"]);
});

Deno.test("a shared read that fails is not kept for the next one", async () => {
  const cache = createResourceCache();
  await assertRejects(() => cache.share("plant", () => Promise.reject(new TypeError("no line"))), TypeError);
  assertEquals(await cache.share("plant", () => Promise.resolve(1)), 1);
});
