import { assertEquals } from "@std/assert";
import type { Commit, Key } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { keys } from "../../storage/keys.ts";
import { eventually } from "../support/eventually.ts";
import {
  aboveLimit,
  type EventRow,
  type RunningSystem,
  systemTest,
  timeline,
} from "../support/running_system.ts";

/** The next commit that writes a key is written, but its writer hears that nobody knows. */
function loseAnswer({ andon }: RunningSystem, key: Key): { lost: () => number } {
  const { store } = andon.storage;
  const commit = store.commit.bind(store);
  let lost = 0;
  store.commit = async (work: Commit, lane: number) => {
    const result = await commit(work, lane);
    if (lost > 0 || !work.mutations.some((each) => isSame(each.key, key))) return result;
    lost++;
    throw new Refusal("UNAVAILABLE", "The storage did not answer in time; try again in a moment");
  };
  return { lost: () => lost };
}

function isSame(a: Key, b: Key): boolean {
  return a.join("/") === b.join("/");
}

async function activeInstance(on: RunningSystem): Promise<number> {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [{ conditions: [aboveLimit] }] }), {
    VALUE: "Own.A",
  });
  await on.streams.write("Own.A", [timeline()(0), 81]);
  await on.event(id, (row) => row.is_active);
  return id;
}

function closed(on: RunningSystem, id: number) {
  return on.client.ok("GET", `/api/rule-events?instance_id=${id}&is_active=false`);
}

/** Repeats the command until it is answered, as a client does that is asked to try again. */
async function command(on: RunningSystem, path: string) {
  return await eventually(`${path} is carried out`, async () => {
    const { status, body } = await on.client.provoke("POST", path);
    return status === 200 ? body : undefined;
  });
}

const LOST = { byShards: true };
const written = "that was written, though its answer was lost,";

systemTest(`a deployment ${written} is evaluated once`, LOST, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  await on.streams.write("Own.A", [timeline()(0), 81]);
  const { data } = await on.client.ok("POST", "/api/instances", {
    template_id: await on.template({ rules: [{ conditions: [aboveLimit] }] }),
    instance_name: "Own",
    placeholder_mappings: { VALUE: "Own.A" },
  });
  loseAnswer(on, keys.instance(data.id));
  assertEquals((await on.client.provoke("POST", `/api/instances/${data.id}/deploy`)).status, 503);
  await on.event(data.id, (row) => row.is_active);
  await command(on, `/api/instances/${data.id}/deploy`);
  await command(on, `/api/instances/${data.id}/undeploy`);
  assertEquals((await on.events(data.id)).map((row) => row.close_reason), ["undeployed"]);
});

systemTest(`a close by hand ${written} ends the event once`, LOST, async (on) => {
  const id = await activeInstance(on);
  const [event] = await on.events(id);
  loseAnswer(on, keys.event(event.id));
  const close = `/api/rule-events/${event.id}/close`;
  assertEquals((await on.client.provoke("POST", close)).status, 503);
  await eventually("the shard knows that it has ended", async () => {
    const { body } = await on.client.provoke("POST", close);
    return body.details?.error_code === "EVENT_NOT_ACTIVE";
  });
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 70], [at(1), 82]);
  await on.event(id, (row) => row.is_active);
  await command(on, `/api/instances/${id}/undeploy`);
  const { data, pagination } = await closed(on, id);
  assertEquals([data.length, pagination.total], [2, 2]);
  assertEquals(data.map((row: EventRow) => row.close_reason), ["undeployed", "manual"]);
});

systemTest(`a bulk undeployment ${written} is carried out once`, LOST, async (on) => {
  const id = await activeInstance(on);
  loseAnswer(on, keys.instance(id));
  await on.client.provoke("POST", "/api/instances/bulk-undeploy", { instance_ids: [id] });
  await command(on, `/api/instances/${id}/undeploy`);
  await command(on, `/api/instances/${id}/deploy`);
  await on.event(id, (row) => row.is_active);
  const { data, pagination } = await closed(on, id);
  assertEquals([data.length, pagination.total, data[0].close_reason], [1, 1, "undeployed"]);
});

systemTest(`an undeployment ${written} is carried out once`, LOST, async (on) => {
  const id = await activeInstance(on);
  const answer = loseAnswer(on, keys.instance(id));
  assertEquals((await on.client.provoke("POST", `/api/instances/${id}/undeploy`)).status, 503);
  assertEquals(answer.lost(), 1);
  await command(on, `/api/instances/${id}/undeploy`);
  assertEquals((await on.client.ok("GET", `/api/instances/${id}`)).data.is_deployed, false);
  await command(on, `/api/instances/${id}/deploy`);
  const again = await on.event(id, (row) => row.is_active);
  assertEquals(again.flags, ["initial"]);
  const { data, pagination } = await closed(on, id);
  assertEquals([data.length, pagination.total, data[0].close_reason], [1, 1, "undeployed"]);
});
