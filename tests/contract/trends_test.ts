import { assertEquals } from "@std/assert";
import { TREND_STREAMS } from "../../domain/trend/types.ts";
import { pathsOf, testApp } from "./support.ts";

const as = "viewer";

Deno.test("24 streams are read in one call, 25 are refused, before the source is asked", async () => {
  await using app = await testApp({});
  const call = async (query: string) => {
    const answer = await app.call(`GET /api/trends?${query}`, { as });
    return [answer.status, pathsOf(answer)];
  };
  const ids = Array.from({ length: TREND_STREAMS }, (_, i) => i + 1);
  // Without a configuration nothing can be read.
  assertEquals(await call(`streams=${ids}`), [404, []]);
  assertEquals(await call(`streams=${[...ids, 99]}`), [400, ["streams"]]);
  for (const streams of ["", "1,", "0", "1;2", "a"]) {
    assertEquals(await call(`streams=${streams}`), [400, ["streams"]]);
  }
  assertEquals(await call("streams=1&points=1"), [400, ["points"]]);
  assertEquals(await call("points=2"), [400, ["streams"]]);
});
