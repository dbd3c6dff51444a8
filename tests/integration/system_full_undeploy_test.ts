import { assertEquals } from "@std/assert";
import { RULE_LIMITS } from "../../domain/rule/limits.ts";
import type { AnyMutation } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const RULES = RULE_LIMITS.rules;

/** One instance of as many rules as a template may have, all of them active. */
async function allActive(on: RunningSystem, event_description = ""): Promise<number> {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const rules = Array.from({ length: RULES }, (_, i) => (
    { rule_id: `r${i}`, rule_name: `Rule ${i}`, event_description }
  ));
  const id = await on.deploy(await on.template({ rules }), { VALUE: "Own.A" });
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 81]);
  await eventually(
    "all are active",
    async () => (await on.events(id)).filter((row) => row.is_active).length === RULES,
  );
  return id;
}

async function assertAllEnded(on: RunningSystem, id: number): Promise<void> {
  const events = await on.events(id);
  assertEquals(
    events.map((row) => [row.is_active, row.close_reason]),
    Array(RULES).fill([false, "undeployed"]),
  );
  assertEquals((await on.client.ok("GET", "/api/rule-events/active")).data, []);
  const { pagination } = await on.client.ok("GET", `/api/rule-events?instance_id=${id}&is_active=false`);
  assertEquals(pagination.total, RULES);
  assertEquals((await on.client.ok("GET", `/api/instances/${id}`)).data.is_deployed, false);
}

systemTest(
  "an undeployment that fails between its commits is completed by Andon",
  { byShards: true },
  async (on) => {
    // One commit has no room for so many events of so long a text.
    const id = await allActive(on, "ю".repeat(1_700));
    const { store } = on.andon.storage;
    const commit = store.commit.bind(store);
    let broken = 0;
    store.commit = (work, lane) => {
      if (broken > 0 || !work.mutations.some((each) => endsDeployment(each))) return commit(work, lane);
      broken++;
      return Promise.reject(new Refusal("UNAVAILABLE", "The storage does not answer; try again in a moment"));
    };
    assertEquals((await on.client.provoke("POST", `/api/instances/${id}/undeploy`)).status, 503);
    const isDeployed = async () => (await on.client.ok("GET", `/api/instances/${id}`)).data.is_deployed;
    await eventually("it is undeployed", async () => !await isDeployed());
    assertEquals(broken, 1);
    await assertAllEnded(on, id);
  },
);

function endsDeployment(mutation: AnyMutation): boolean {
  return mutation.type === "set" && mutation.key[0] === "instance" &&
    "is_deployed" in Object(mutation.value) && !Object(mutation.value).is_deployed;
}

systemTest("an instance with 50 active events is undeployed", { byShards: true }, async (on) => {
  const id = await allActive(on);
  await on.client.ok("POST", `/api/instances/${id}/undeploy`);
  await assertAllEnded(on, id);
});

systemTest("an instance with 50 active events is undeployed among many", { byShards: true }, async (on) => {
  const id = await allActive(on);
  await on.client.ok("POST", "/api/instances/bulk-undeploy", { instance_ids: [id] });
  await assertAllEnded(on, id);
});
