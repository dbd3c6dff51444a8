import { assert, assertEquals, assertRejects } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { activeSignup, fetchReply, signIn, simulatorFixture, START_MS } from "./simulator_fixture.ts";
import { eventually } from "../support/eventually.ts";

const LAST = "/Streams/PI_SIM_1008/Data/Last";

Deno.test("a refused token has the configured error and status, as often as configured", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "token_refused", count: 2, status: 401, error: "unauthorized_client" });
  for (let i = 0; i < 2; i++) {
    const refused = await signIn(on.simulator);
    assertEquals([refused.status, refused.json.error], [401, "unauthorized_client"]);
  }
  assertEquals((await signIn(on.simulator)).status, 200);
  assertEquals(on.simulator.faults.list().map(({ state, hits }) => [state, hits]), [["ended", 2]]);
  assertEquals((await on.ask(LAST)).status, 200);
});

Deno.test("a short token expires at or before its expires_in; revoked tokens at once", async () => {
  await using on = await simulatorFixture();
  const { simulator, clock } = on;
  const statusWith = (token: string) =>
    fetchReply(`${simulator.baseUrl}/api/v1/Tenants/${simulator.tenantId}`, {
      headers: { Authorization: `Bearer ${token}` },
    }).then(({ status }) => status);
  const short = simulator.faults.set({ kind: "token_short", valid_seconds: 3 });
  const honest = (await signIn(simulator)).json;
  simulator.faults.end(short.id);
  simulator.faults.set({ kind: "token_short", valid_seconds: 1, told_seconds: 3600 });
  const lying = (await signIn(simulator)).json;
  assertEquals([honest.expires_in, lying.expires_in], [3, 3600]);
  clock.ms += 1_000;
  assertEquals([await statusWith(honest.access_token), await statusWith(lying.access_token)], [200, 401]);
  clock.ms += 2_000;
  assertEquals(await statusWith(honest.access_token), 401);
  assertEquals((await on.ask(LAST)).status, 200);
  simulator.faults.set({ kind: "token_revoked" });
  assertEquals((await on.ask(LAST)).status, 401);
});

Deno.test("429 has Retry-After in seconds, as a date, or none", async () => {
  await using on = await simulatorFixture();
  const retryAfter = async (form: "seconds" | "date" | "none") => {
    on.simulator.faults.set({
      kind: "too_many_requests",
      count: 1,
      retry_after_seconds: 7,
      retry_after_form: form,
    });
    const reply = await on.ask(LAST);
    assertEquals(reply.status, 429);
    return reply.headers.get("retry-after");
  };
  assertEquals(await retryAfter("seconds"), "7");
  assertEquals(Date.parse(await retryAfter("date") ?? ""), START_MS + 7_000);
  assertEquals(await retryAfter("none"), null);
});

Deno.test("503 and 408 affect only the configured paths and methods, for the configured time", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "unavailable", path: "*/data/last", method: "GET", seconds: 10 });
  on.simulator.faults.set({ kind: "timed_out", path: "*/streams", after_seconds: 5 });
  assertEquals((await on.ask(LAST)).status, 503);
  assertEquals((await on.ask("/Streams/PI_SIM_1008/Data/First")).status, 200);
  assertEquals((await on.ask("/Streams?count=1")).status, 200);
  on.clock.ms += 5_000;
  assertEquals((await on.ask("/Streams?count=1")).status, 408);
  on.clock.ms += 4_999;
  assertEquals((await on.ask(LAST)).status, 503);
  on.clock.ms += 1;
  assertEquals((await on.ask(LAST)).status, 200);
});

Deno.test("a share of the requests is affected, the same ones in every run", async () => {
  const statusesOf = async () => {
    await using on = await simulatorFixture();
    on.simulator.faults.set({ kind: "unavailable", share: 0.3 });
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) statuses.push((await on.ask(LAST)).status);
    return statuses;
  };
  const statuses = await statusesOf();
  const count = statuses.filter((status) => status === 503).length;
  assert(count > 8 && count < 32, `${count} of 60`);
  assertEquals(await statusesOf(), statuses);
});

Deno.test("a slow answer is delayed, and closing the simulator does not wait for it", async () => {
  const on = await simulatorFixture();
  on.simulator.faults.set({ kind: "slow", delay_seconds: 0.2, count: 1 });
  const started = performance.now();
  assertEquals((await on.ask(LAST)).status, 200);
  assert(performance.now() - started >= 195);
  on.simulator.faults.set({ kind: "slow", delay_seconds: 500 });
  const waiting = on.ask(LAST).catch(() => undefined);
  await eventually("the request is there", () => on.simulator.faults.list()[1].hits === 1);
  await on.simulator.close();
  await waiting;
});

async function firstBytes(on: Awaited<ReturnType<typeof simulatorFixture>>): Promise<string> {
  const { hostname, port } = new URL(on.simulator.baseUrl);
  using conn = await Deno.connect({ hostname, port: Number(port) });
  await conn.write(
    new TextEncoder().encode("GET /identity/.well-known/openid-configuration HTTP/1.1\r\nHost: x\r\n\r\n"),
  );
  const read = await conn.read(new Uint8Array(10_000)).catch(() => null);
  return String(read);
}

Deno.test("a connection is dropped before the first byte of the answer, or in the middle of the body", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "dropped", path: "/identity/*", count: 1 });
  assertEquals(await firstBytes(on), "null");
  assert(Number(await firstBytes(on)) > 100);
  on.simulator.faults.set({ kind: "dropped", when: "in_body", count: 1 });
  const { origin } = new URL(on.simulator.baseUrl);
  const response = await fetch(`${origin}/identity/.well-known/openid-configuration`);
  assertEquals(response.status, 200);
  await assertRejects(() => response.text());
});

Deno.test("odd bodies: an HTML page, half an answer, values of other types, nothing", async () => {
  await using on = await simulatorFixture();
  const { simulator } = on;
  const url = `${simulator.baseUrl}/identity/.well-known/openid-configuration`;
  const odd = async (form: "html" | "truncated" | "wrong_types" | "empty", status?: number) => {
    simulator.faults.set({ kind: "odd_body", form, status, count: 1 });
    const response = await fetch(url);
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };
  const whole = await (await fetch(url)).text();
  const page = await odd("html", 502);
  assertEquals([page.status, page.type], [502, "text/html; charset=utf-8"]);
  assert(page.text.startsWith("<!DOCTYPE html>"));
  const half = await odd("truncated");
  assertEquals([half.status, half.type, half.text], [
    200,
    "application/json",
    whole.slice(0, Math.ceil(whole.length / 2)),
  ]);
  const wrong = JSON.parse((await odd("wrong_types")).text);
  assertEquals([typeof wrong.token_endpoint, Array.isArray(wrong.scopes_supported)], ["number", true]);
  assertEquals((await odd("empty")).text, "");
});

Deno.test("Self names a wrong region, or requests are redirected there", async () => {
  await using on = await simulatorFixture();
  await using other = await startSimulator({ now: on.clock.now });
  const self = on.simulator.faults.set({ kind: "wrong_region", base_url: other.baseUrl });
  assert((await on.get("")).json.Self.startsWith(`${other.baseUrl}/api/v1/tenants/`));
  on.simulator.faults.end(self.id);
  assert((await on.get("")).json.Self.startsWith(on.simulator.baseUrl));
  on.simulator.faults.set({ kind: "wrong_region", form: "redirect", base_url: `${other.baseUrl}/` });
  const response = await fetch(`${on.simulator.baseUrl}/api/v1/x?y=1`, { redirect: "manual" });
  await response.body?.cancel();
  assertEquals([response.status, response.headers.get("location")], [307, `${other.baseUrl}/api/v1/x?y=1`]);
});

Deno.test("a namespace that ignores verbosity omits default values", async () => {
  await using on = await simulatorFixture();
  const states = async () => {
    const path = "/Streams/PI_SIM_1001/Data?filter=Value eq 0";
    return (await on.get(encodeURI(path))).json.slice(0, 1).map((event: object) => Object.keys(event));
  };
  assertEquals(await states(), [["Timestamp", "Value"]]);
  on.simulator.faults.set({ kind: "non_verbose" });
  assertEquals(await states(), [["Timestamp"]]);
});

Deno.test("part errors are returned beside the results, in the form of the vendor", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "part_errors", streams: "*.State", status: 503 });
  const streams = await on.ask("/Bulk/Streams/Resolved", {
    method: "POST",
    body: ["PI_SIM_1001", "PI_SIM_1008"],
  });
  assertEquals([streams.status, streams.json.Data.length], [207, 1]);
  assertEquals(streams.json.ChildErrors[0].StatusCode, 503);
  const { Results, Errors } = (await on.get("/Assets/Riverside.Line1.Mixer/Data/Last")).json;
  assertEquals(["State" in Results, "TankLevel" in Results], [false, true]);
  assertEquals(Object.keys(Errors.ChildErrors), ["State"]);
  const signup = await activeSignup(on, ["PI_SIM_1008"]);
  const body = { ResourcesToAdd: ["PI_SIM_1001", "PI_SIM_1010"] };
  const added = await on.ask(`/signups/${signup.id}/resources`, { method: "POST", body });
  assertEquals([added.status, added.json.failedResourceIds], [207, ["PI_SIM_1001"]]);
});

for (const form of ["dropped", "refused"] as const) {
  Deno.test(`an outage (${form}) drops every connection until it ends`, async () => {
    await using on = await simulatorFixture();
    await on.get(LAST);
    on.simulator.faults.set({ kind: "outage", form, seconds: 30 });
    for (let i = 0; i < 3; i++) await assertRejects(() => on.ask(LAST));
    on.clock.ms += 30_000;
    await eventually("the service is back", () => on.ask(LAST).then(() => true, () => false));
  });
}

Deno.test("an outage of the form unavailable answers 503 to everything", async () => {
  await using on = await simulatorFixture();
  const { id } = on.simulator.faults.set({ kind: "outage", form: "unavailable" });
  assertEquals([(await on.ask(LAST)).status, (await signIn(on.simulator)).status], [503, 503]);
  on.simulator.faults.end(id);
  await on.get(LAST);
});
