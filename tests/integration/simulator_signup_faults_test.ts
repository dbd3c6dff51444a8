import { assertEquals } from "@std/assert";
import { activeSignup, readFeed, simulatorFixture } from "./simulator_fixture.ts";

const IDS = ["PI_SIM_1001", "PI_SIM_1008"];
const body = (ResourceIds: string[]) => ({ Name: "more", ResourceType: "Stream", ResourceIds });

Deno.test("expired bookmarks answer 400 permanently; the signup's new one starts from then", async () => {
  await using on = await simulatorFixture();
  const signup = await activeSignup(on, IDS);
  const updates = (bookmark: string) => on.ask(`/signups/${signup.id}/updates?bookmark=${bookmark}`);
  on.clock.ms += 10_000;
  on.simulator.faults.set({ kind: "bookmark_expired" });
  on.clock.ms += 5_000;
  const refused = await updates(signup.bookmark);
  assertEquals([refused.status, refused.json.Reason], [400, "The bookmark is expired."]);
  const { bookmark } = (await on.get(`/signups/${signup.id}`)).json;
  const { changes } = await readFeed(on, { id: signup.id, bookmark });
  assertEquals(changes.filter(({ stream }) => stream === "PI_SIM_1008").length, 5);
  assertEquals((await updates(signup.bookmark)).status, 400);
});

Deno.test("a lost signup answers 404, others remain", async () => {
  await using on = await simulatorFixture();
  const signup = await activeSignup(on, IDS);
  on.simulator.faults.set({ kind: "signup_lost", name: "other*" });
  await on.get(`/signups/${signup.id}`);
  on.simulator.faults.set({ kind: "signup_lost", name: "TEST" });
  assertEquals((await on.ask(`/signups/${signup.id}/updates?bookmark=${signup.bookmark}`)).status, 404);
});

Deno.test("signups are refused with the configured status, as often as configured", async () => {
  await using on = await simulatorFixture();
  const signup = await activeSignup(on, IDS);
  on.simulator.faults.set({ kind: "signups_refused", status: 500, count: 1 });
  assertEquals((await on.ask("/Signups/", { method: "POST", body: body(IDS) })).status, 500);
  await on.get(`/signups/${signup.id}`);
  assertEquals((await on.ask("/Signups", { method: "POST", body: body(IDS) })).status, 202);
});

Deno.test("limits apply to streams of a signup and to signups of a client", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "signup_limits", resources: 2, signups: 2 });
  const post = async (ids: string[]) =>
    (await on.ask("/signups", { method: "POST", body: body(ids) })).status;
  assertEquals(await post([...IDS, "PI_SIM_1010"]), 400);
  const signup = await activeSignup(on, IDS);
  const add = { ResourcesToAdd: ["PI_SIM_1010"] };
  assertEquals((await on.ask(`/signups/${signup.id}/resources`, { method: "POST", body: add })).status, 400);
  assertEquals([await post(IDS), await post(IDS)], [202, 409]);
});

Deno.test("a refused stream is accepted but never fed, or the request is rejected", async () => {
  await using on = await simulatorFixture({ extraStreams: 3, extraPeriodMs: 1_000 });
  const refused = on.simulator.faults.set({ kind: "resource_refused", streams: "*.Vibration" });
  const load = on.simulator.faults.set({ kind: "resource_refused", streams: "LOAD_1" });
  const signup = await activeSignup(on, ["PI_SIM_1008", "PI_SIM_1010", "LOAD_1", "LOAD_2"]);
  const { resources } = (await on.get(`/signups/${signup.id}/resources?resourceFilter=Inaccessible`)).json;
  assertEquals(resources.map(({ resourceId }: { resourceId: string }) => resourceId), [
    "PI_SIM_1008",
    "LOAD_1",
  ]);
  const { id } = await activeSignup(on, ["PI_SIM_1010"]);
  const add = { method: "POST", body: { ResourcesToAdd: IDS } };
  const partly = await on.ask(`/signups/${id}/resources`, add);
  assertEquals([partly.status, partly.json.failedResourceIds], [207, ["PI_SIM_1008"]]);
  on.clock.ms += 30_000;
  const fed = await readFeed(on, signup);
  assertEquals(new Set(fed.changes.map(({ stream }) => stream)), new Set(["PI_SIM_1010", "LOAD_2"]));
  on.simulator.faults.end(refused.id);
  on.simulator.faults.end(load.id);
  on.clock.ms += 30_000;
  const later = await readFeed(on, { id: signup.id, bookmark: fed.bookmark });
  assertEquals(new Set(later.changes.map(({ stream }) => stream)).size, 4);
  on.simulator.faults.set({ kind: "resource_refused", streams: "PI_SIM_1008", form: "rejected" });
  const rejected = await on.ask("/signups", { method: "POST", body: body(IDS) });
  assertEquals([rejected.status, rejected.json.Parameters.Id], [400, "PI_SIM_1008"]);
});

Deno.test("a signup can stay Activating for a time, or fail", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "signup_activation", seconds: 10 });
  const { id } = (await on.ask("/signups", { method: "POST", body: body(IDS) })).json;
  const state = async () => (await on.get(`/signups/${id}`)).json.signupState;
  assertEquals(await state(), "Activating");
  on.clock.ms += 10_000;
  assertEquals(await state(), "Active");
  on.simulator.faults.set({ kind: "signup_activation", state: "Failed" });
  const failed = (await on.ask("/signups", { method: "POST", body: body(IDS) })).json;
  const read = (await on.get(`/signups/${failed.id}`)).json;
  assertEquals([read.signupState, read.bookmark], ["Failed", ""]);
});
