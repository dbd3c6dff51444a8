import { assertEquals } from "@std/assert";
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
