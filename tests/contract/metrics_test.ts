import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { MetricsPort } from "../../ports/metrics.ts";
import { type Call, testApp } from "./support.ts";

const families: MetricsPort["families"] = () => [
  { name: "andon_test", help: "Of the test.", type: "gauge", readings: [{ value: 7 }] },
];
const TOKEN = "a-token-of-32-characters-or-more";

async function statusOf(call: Call, token: string | null = null): Promise<number> {
  await using app = await testApp({ metrics: { token, families } });
  return (await app.call("GET /metrics", call)).status;
}

Deno.test("GET /metrics answers Prometheus text to the machine itself", async () => {
  await using app = await testApp({ metrics: { token: null, families } });
  const { status, headers, text } = await app.call("GET /metrics");
  assertEquals([status, headers.get("content-type")], [200, "text/plain; version=0.0.4; charset=utf-8"]);
  assertStringIncludes(text, "# TYPE andon_test gauge\nandon_test 7\n");
});

Deno.test("GET /metrics without METRICS_TOKEN refuses other machines", async () => {
  assertEquals(await statusOf({ from: "::1" }), 200);
  assertEquals(await statusOf({ from: "192.0.2.7" }), 403);
  assertEquals(await statusOf({ base: "http://evil.example:8000" }), 403, "a page that rebinds its name");
  const marks = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via"];
  for (const header of marks) {
    assertEquals(
      await statusOf({ headers: { [header]: "192.0.2.7" } }),
      403,
      `behind a proxy that adds ${header}`,
    );
  }
  assertEquals(await statusOf({ headers: { connection: "close" } }), 403, "behind nginx as it is installed");
  assertEquals(await statusOf({ headers: { connection: "keep-alive" } }), 200);
  assertEquals(await statusOf({ as: "admin", from: "192.0.2.7" }), 403, "a session opens nothing here");
});

Deno.test("GET /metrics with METRICS_TOKEN wants exactly that token, from anywhere", async () => {
  const bearer = (token: string): Call => ({
    from: "192.0.2.7",
    headers: { authorization: `Bearer ${token}` },
  });
  assertEquals(await statusOf(bearer(TOKEN), TOKEN), 200);
  for (const wrong of [TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase(), "", `${TOKEN} ${TOKEN}`]) {
    assertEquals(await statusOf(bearer(wrong), TOKEN), 401, `"${wrong}"`);
  }
  assertEquals(await statusOf({ headers: { authorization: `Basic ${TOKEN}` } }, TOKEN), 401);
  assertEquals(await statusOf({}, TOKEN), 401, "from the machine itself too");
});

Deno.test("GET /metrics names the scheme to clients without the token, and never the token", async () => {
  await using app = await testApp({ metrics: { token: TOKEN, families } });
  const { headers, text } = await app.call("GET /metrics");
  assertEquals(headers.get("www-authenticate"), "Bearer");
  assert(!text.includes(TOKEN));
});

Deno.test("GET /metrics counts requests by method, route and status, with their times", async () => {
  await using app = await testApp();
  const made = await app.storage.packages.create({ name: "A", description: "" }, {
    name: "t",
    role: "admin",
  });
  await app.call(`GET /api/packages/${made.id}`, { as: "viewer" });
  await app.call("GET /api/packages/999", { as: "viewer" });
  await app.call("GET /api/packages/999", { as: "viewer" });
  await app.call("GET /api/packages/1");
  const lines = (await app.call("GET /metrics")).text.split("\n");
  const of = (status: number) =>
    `andon_http_requests_total{method="GET",route="/api/packages/:package_id",status="${status}"}`;
  for (const [status, count] of [[200, 1], [404, 2], [401, 1]]) {
    assert(lines.includes(`${of(status)} ${count}`));
  }
  const labels = 'method="GET",route="/api/packages/:package_id"';
  assert(lines.includes(`andon_http_request_duration_seconds_count{${labels}} 4`));
  assert(lines.includes(`andon_http_request_duration_seconds_bucket{${labels},le="+Inf"} 4`));
});

Deno.test("GET /metrics has finitely many series, whatever paths and methods are requested", async () => {
  await using app = await testApp();
  for (const n of [1, 2, 3]) {
    await app.call(`GET /nothing/${n}`, { undocumented: true });
    await app.call(`GET /api/nothing/${n}?token=secret`, { undocumented: true });
    await app.call(`ODD${n} /healthz`, { undocumented: true });
  }
  const lines = (await app.call("GET /metrics")).text.split("\n")
    .filter((line) => line.startsWith("andon_http_requests_total"));
  assertEquals(lines.sort(), [
    'andon_http_requests_total{method="GET",route="unmatched",status="401"} 3',
    'andon_http_requests_total{method="GET",route="unmatched",status="404"} 3',
    'andon_http_requests_total{method="other",route="unmatched",status="404"} 3',
  ]);
});
