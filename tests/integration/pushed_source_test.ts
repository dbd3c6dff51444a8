import { assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, type RunningSystem, systemTest, urlOf } from "../support/running_system.ts";

const DATA_DIR = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(DATA_DIR, { recursive: true }));

/** A source that is pushed to beside the simulated plant. */
async function pushed({ client, andon }: RunningSystem, changes: Json = {}) {
  const { data: { id } } = await client.ok("POST", "/api/sources", {
    name: "press",
    kind: "http_push",
    config: {},
    poll_seconds: 0.2,
    ...changes,
  });
  const { data: { secret } } = await client.ok("POST", `/api/sources/${id}/secrets/key`);
  const push = async (...samples: Json[]) => {
    const answer = await fetch(`${urlOf(andon)}/ingest/press`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(samples),
    });
    assertEquals(answer.status, 200, await answer.text());
  };
  return { id: Number(id), push };
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

const at = (ms: number) => new Date(ms).toISOString();

systemTest(
  "what is pushed makes streams that are found by themselves, and rules that fire beside another source",
  {
    environment: { DATA_DIR },
    byShards: true,
  },
  async (on) => {
    await on.streams.make("number", "Own.A");
    await on.configure();
    const press = await pushed(on);
    const startMs = Date.now() - 2_000;
    await press.push({ stream: "Temp", time: at(startMs), value: 20 });
    await eventually("its stream is found", () => on.andon.storage.assets.streamByName("press/Temp"));
    const template = await on.template({ rules: [{ conditions: [aboveLimit] }] });
    const { data: { id } } = await on.client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: "Press",
      placeholder_mappings: { VALUE: "press/Temp" },
    });
    await on.client.ok("POST", `/api/instances/${id}/deploy`);
    await eventually("it is read", () => {
      const { followed_streams, unread_streams } = on.andon.plant.sourceStatus(press.id);
      return followed_streams === 1 && unread_streams === 0;
    });
    const aboveMs = Date.now();
    await press.push({ stream: "Temp", time: at(aboveMs), value: 90 });
    // The sender says by its newest sample up to when all has come.
    const event = await eventually("an event", async () => {
      await press.push({ stream: "Other", time: at(Date.now()), value: 1 });
      return (await on.events(id)).find((row) => row.is_active);
    });
    assertEquals(event.start_time, at(aboveMs));
    const folder = `${DATA_DIR}/collector/${press.id}`;
    assertEquals(isThere(folder), true);
    await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    await on.client.ok("DELETE", `/api/instances/${id}`);
    await on.client.ok("DELETE", `/api/sources/${press.id}`);
    assertEquals([isThere(folder), on.andon.storage.assets.streamByName("press/Temp")], [
      false,
      undefined,
    ]);
  },
);

systemTest("a source that no rule reads is lost too, once its sender is silent", {
  environment: { DATA_DIR },
  configuration: null,
}, async (on) => {
  const press = await pushed(on, { source_lost_seconds: 1 });
  await press.push({ stream: "Temp", time: at(Date.now()), value: 20 });
  const lost = await eventually(
    "it is lost",
    () => on.andon.storage.events.active().find(({ rule_id }) => rule_id === `source_lost_${press.id}`),
  );
  assertEquals(lost.event_name, 'Data source "press" lost');
  await eventually("it is back", async () => {
    await press.push({ stream: "Temp", time: at(Date.now()), value: 21 });
    return on.andon.plant.sourceStatus(press.id).state === "connected";
  });
});
