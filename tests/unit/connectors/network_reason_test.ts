import { assertEquals } from "@std/assert";
import { networkReason } from "../../../connectors/network_reason.ts";

Deno.test("networkReason() says a refused connection in words, and nothing of other errors", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:25"), { code: "ECONNREFUSED" });
  assertEquals(networkReason(refused), "nothing answers there (connection refused)");
  for (
    const other of [new Error("no"), Object.assign(new Error("no"), { code: "toString" }), "ECONNREFUSED"]
  ) {
    assertEquals(networkReason(other), undefined);
  }
});
