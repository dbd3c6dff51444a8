import { assertEquals } from "@std/assert";
import type { Api } from "../../../../cli/plant/api.ts";
import { Streams } from "../../../../cli/plant/streams.ts";

Deno.test("what a discovery finds while apply reads is known, or its source stands as not discovered", async () => {
  for (const endsAfter of [1, 2, 3]) {
    let answers = 0;
    const hasEnded = () => answers >= endsAfter;
    const api = {
      list(path: string) {
        const assets = hasEnded() ? [{ streams: [{ stream_id: "s", stream_name: "Own.Pressure" }] }] : [];
        answers++;
        return Promise.resolve(
          path === "/api/sources" ? [{ id: 1, name: "default", is_active: true }] : assets,
        );
      },
      send() {
        const last = hasEnded() ? { at: "2026-11-29T12:00:00Z" } : null;
        answers++;
        return Promise.resolve({ data: { last } });
      },
    } as Pick<Api, "list" | "send"> as Api;
    const streams = await Streams.read(api);
    const isKnown = streams.named("Own.Pressure") !== undefined;
    assertEquals(isKnown || streams.undiscovered.length === 1, true, `it ends after ${endsAfter} answers`);
  }
});
