import { assertEquals } from "@std/assert";
import { holdRequests } from "../../../http/hold_requests.ts";
import { eventually } from "../../support/eventually.ts";

const REQUEST = new Request("http://localhost/readyz");
const INFO: Deno.ServeHandlerInfo<Deno.NetAddr> = {
  remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 1 },
  completed: Promise.resolve(),
};

function counted(longestMs?: number) {
  let served = 0;
  const held = holdRequests(() => new Response(String(++served)), longestMs);
  return { ...held, served: () => served };
}

Deno.test("holdRequests() passes on the held requests on awake(), and later ones at once", async () => {
  const { handler, awake, served } = counted();
  const answers = [handler(REQUEST, INFO), handler(REQUEST, INFO)];
  await Promise.resolve();
  assertEquals(served(), 0);
  awake();
  assertEquals((await Promise.all(answers)).map(({ status }) => status), [200, 200]);
  assertEquals(handler(REQUEST, INFO) instanceof Response, true);
  assertEquals(served(), 3);
});

Deno.test("holdRequests() passes requests on after its deadline, awake or not", async () => {
  const { handler, served } = counted(10);
  await handler(REQUEST, INFO);
  await eventually("the request is served", () => served() === 1);
});
