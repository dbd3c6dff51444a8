import { assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const STREAM = "Own.A", HOUR = 3_600, DAY = 24 * HOUR;

const greatest = (window_seconds: number, value = 90): Json => ({
  conditions: [{ stream: "<VALUE>", operator: "max_above", value, window_seconds }],
});

/** An instance that is not deployed, and its template. */
async function made(on: RunningSystem, rule: Json): Promise<{ id: number; template: number }> {
  const template = await on.template({ rules: [rule] });
  const { data } = await on.client.ok("POST", "/api/instances", {
    template_id: template,
    instance_name: crypto.randomUUID(),
    placeholder_mappings: { VALUE: STREAM },
  });
  return { id: data.id, template };
}

const deploy = (on: RunningSystem, id: number) => on.client.send("POST", `/api/instances/${id}/deploy`);

systemTest(
  "a window longer than the correction horizon does not deploy; one that is deployed outlives a shorter horizon",
  {},
  async (on) => {
    await on.streams.make("number", STREAM);
    await on.configure({ correction_horizon_hours: 167 });
    const { id, template } = await made(on, greatest(7 * DAY));
    const problem = {
      path: "rules.0.conditions.0.window_seconds",
      message: "A window of 604800 s is longer than the correction horizon of 601200 s; " +
        "take a shorter window, or set correction_horizon_hours to 168",
    };
    const refused = await deploy(on, id);
    assertEquals([refused.status, refused.body.details.problems], [400, [problem]]);
    const bulk = await on.client.ok("POST", "/api/instances/bulk-deploy", { template_id: template });
    assertEquals(bulk.data.items.map((item: Json) => item.problems), [[problem]]);
    await on.configure({ correction_horizon_hours: 168 });
    assertEquals((await deploy(on, id)).status, 200);
    await on.configure({ correction_horizon_hours: 0 });
    const after = (await on.client.ok("GET", `/api/instances/${id}`)).data;
    assertEquals([after.is_deployed, after.problems], [true, []]);
    const young = await made(on, greatest(DAY));
    assertEquals((await deploy(on, young.id)).status, 200);
    const path = `/api/templates/${young.template}/versions`;
    const rules = [{ rule_id: "r1", rule_name: "Rule", event_name: "Event", ...greatest(DAY + 1) }];
    const { version } = (await on.client.ok("POST", path, { rules })).data;
    await on.client.ok("POST", `${path}/${version}/release`);
    for (const dry_run of [true, false]) {
      const order = { instance_ids: [young.id], dry_run };
      const { data } = await on.client.ok("POST", `${path}/${version}/upgrade`, order);
      assertEquals(
        data.items.map((
          { status, problems }: { status: string; problems: Json[] },
        ) => [status, problems.length]),
        [[
          "failed",
          1,
        ]],
      );
    }
  },
);

systemTest("a window of 7 days knows what the source holds of them", {
  configuration: { correction_horizon_hours: 168 },
}, async (on) => {
  await on.streams.make("number", STREAM);
  const t = timeline();
  await on.streams.write(STREAM, [t(-7 * DAY + HOUR), 100], [t(-6 * DAY), 70], [t(-HOUR), 71]);
  await on.configure();
  const { id } = await made(on, greatest(7 * DAY));
  assertEquals((await deploy(on, id)).status, 200);
  const { flags } = await on.event(id, (row) => row.is_active);
  assertEquals(flags, ["initial"]);
});

systemTest("a deployment warns of a window that a stream fills too fast", {}, async (on) => {
  await on.streams.make("number", STREAM, "Own.Slow");
  await on.configure();
  const nowMs = Date.now();
  // Up to 10 minutes from now on: so it makes no difference how long the deployment takes.
  const time = (i: number) => new Date(nowMs + 500 * (i - 1_300)).toISOString();
  await on.streams.write(
    STREAM,
    ...Array.from({ length: 2_500 }, (_, i) => [time(i), i] as [string, number]),
  );
  const { id } = await made(on, greatest(DAY, 1e9));
  const { instance } = (await deploy(on, id)).body;
  assertEquals(instance.warnings, [{
    rule_id: "r1",
    text: 'Stream "Own.A" brings about 2 samples a second, 172800 in 86400 s; ' +
      "a window of more than 100000 is UNKNOWN. Take at most 50000 s",
  }]);
  const fits = await made(on, greatest(50_000, 1e9));
  assertEquals((await deploy(on, fits.id)).body.instance.warnings, []);
});
