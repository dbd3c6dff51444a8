import { assert, assertEquals } from "@std/assert";
import { requestTracing } from "../../main/telemetry.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { OtlpCollector } from "../support/otlp_collector.ts";

Deno.test("with OTEL_DENO, a request's span has its route as name and http.route", async () => {
  await using collector = new OtlpCollector();
  await using andon = await AndonProcess.start({
    dataDir: "",
    allow: "127.0.0.1",
    environment: { ...collector.environment, KV_URL: ":memory:", ACTOR_SHARDS: "0" },
  });
  const client = await andon.client();
  assertEquals((await client.get("/api/packages/12?name=hidden")).status, 404);
  await client.provoke("GET", "/api/nothing/12");
  const span = await eventually(
    "the span has come",
    () => collector.spans.find(({ name }) => name === "GET /api/packages/:package_id"),
  );
  assertEquals(span.attributes["http.route"], "/api/packages/:package_id");
  const other = await eventually(
    "the span of a path that is no route has come",
    () => collector.spans.find(({ name }) => name === "GET unmatched"),
  );
  assertEquals(other.attributes["http.route"], "unmatched");
  assert(!collector.spans.some(({ name }) => name.includes("/12")), "no path stands in a name");
});

Deno.test("without OTEL_DENO nothing is traced", async () => {
  for (const value of [undefined, "", "false", "0"]) assertEquals(await requestTracing(value), undefined);
});
