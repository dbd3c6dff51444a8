import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { fetchReply, iso, type SimulatorFixture, simulatorFixture, START_MS } from "./simulator_fixture.ts";

const VIBRATION = "Riverside.Line1.Mixer.Vibration";

function control(
  on: SimulatorFixture,
  path: string,
  ask: { method?: string; body?: unknown; token?: string } = {},
) {
  const { method = "GET", body, token = on.simulator.controlToken } = ask;
  return fetchReply(on.simulator.controlUrl + path, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

Deno.test("the control endpoint is on loopback and requires its token", async () => {
  await using on = await simulatorFixture();
  assertEquals(new URL(on.simulator.controlUrl).hostname, "127.0.0.1");
  const body = { kind: "unavailable" };
  for (const token of ["", "x", on.simulator.controlToken.slice(1), on.simulator.clientSecret]) {
    for (const path of ["/faults", "/kinds", "/nothing"]) {
      assertEquals((await control(on, path, { token })).status, 401, path);
    }
    assertEquals((await control(on, "/faults", { method: "POST", body, token })).status, 401);
  }
  assertEquals(on.simulator.faults.list(), []);
  assertEquals((await on.ask("/faults")).status, 404);
});

Deno.test("faults are set, listed and ended over HTTP as by the functions", async () => {
  await using on = await simulatorFixture();
  const set = await control(on, "/faults", { method: "POST", body: { kind: "unavailable", path: "*/Last" } });
  assertEquals([set.status, set.json.state, set.json.share, set.json.ends_at], [201, "in_force", 1, null]);
  assertEquals((await on.ask("/Streams/PI_SIM_1008/Data/Last")).status, 503);
  assertEquals((await control(on, "/faults")).json.faults, on.simulator.faults.list());
  const ended = await control(on, `/faults/${set.json.id}`, { method: "DELETE" });
  assertEquals([ended.json.state, ended.json.hits], ["ended", 1]);
  await on.get("/Streams/PI_SIM_1008/Data/Last");
  on.simulator.faults.set({ kind: "timed_out" });
  on.simulator.faults.set({ kind: "late", after_seconds: 60 });
  const states = (await control(on, "/faults", { method: "DELETE" })).json.faults;
  assertEquals(states.map(({ state }: { state: string }) => state), ["ended", "ended", "ended"]);
  await on.get("/Streams/PI_SIM_1008/Data/Last");
  assertEquals((await control(on, "/faults/F99", { method: "DELETE" })).status, 404);
  assertEquals((await control(on, "/faults", { method: "PUT" })).status, 405);
  assertEquals((await control(on, "/nothing")).status, 404);
});

Deno.test("an invalid fault is refused with the reason", async () => {
  await using on = await simulatorFixture();
  const reason = async (body: unknown) => {
    const { status, json } = await control(on, "/faults", { method: "POST", body });
    assertEquals(status, 400);
    return json.Reason;
  };
  assertStringIncludes(await reason({ kind: "none" }), "kind");
  assertStringIncludes(await reason({ kind: "late", share: 1.1 }), "share");
  assertStringIncludes(await reason({ kind: "late", speed: 1 }), "speed");
  assertStringIncludes(await reason({ kind: "wrong_region" }), "base_url");
  assertThrows(() => on.simulator.faults.set({ kind: "slow", delay_seconds: 601 }), Error, "delay_seconds");
  assertEquals(on.simulator.faults.set({ kind: "slow", delay_seconds: 600 }).state, "in_force");
  const { json } = await control(on, "/kinds");
  assert(Object.keys(json).length > 30);
  assertEquals(json.late.properties.up_to_seconds.default, 30);
});

Deno.test("faults beyond the limit are refused, unless ended ones can be dropped", async () => {
  await using on = await simulatorFixture();
  const { faults } = on.simulator;
  faults.end(faults.set({ kind: "noise" }).id);
  for (let i = 1; i < 1_000; i++) faults.set({ kind: "timed_out", path: "/nowhere" });
  assertThrows(() => faults.set({ kind: "timed_out" }), Error, "1000 faults");
  faults.end("F7");
  faults.set({ kind: "late" });
  const ids = faults.list().map(({ id }) => id);
  assertEquals([ids.length, ids.includes("F1"), ids.includes("F7")], [1_000, true, false]);
});

Deno.test("the series of a stream are the same over HTTP as by the functions", async () => {
  await using on = await simulatorFixture();
  const { simulator } = on;
  simulator.faults.set({ kind: "late", streams: VIBRATION, up_to_seconds: 60 });
  on.clock.ms += 30_000;
  const query = `?stream=${VIBRATION}&from=${iso(START_MS)}`;
  const asked = [VIBRATION, START_MS, on.clock.ms] as const;
  assertEquals((await control(on, `/samples${query}`)).json.samples, simulator.samples(...asked));
  const final = (await control(on, `/samples/final${query}&to=${iso(on.clock.ms)}`)).json.samples;
  assertEquals(final, simulator.finalSamples(...asked));
  assertEquals(final.length, 30);
  assertEquals(
    (await control(on, `/samples/told${query}`)).json.samples,
    simulator.reportedSamples(...asked),
  );
  assertEquals((await control(on, `/samples?stream=none&from=${iso(START_MS)}`)).status, 400);
  assertEquals((await control(on, `/samples?stream=${VIBRATION}&from=soon`)).status, 400);
  assertEquals((await control(on, `/samples?from=${iso(START_MS)}`)).status, 400);
});
