/** Calculated values of real streams: over HTTP, live, corrected, in a backtest, exported and read by the assistant's functions. */
import { assertEquals } from "@std/assert";
import type { Explanation } from "../../domain/explanation/schema.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const IN = "Heater.In", OUT = "Heater.Out";
const MAPPINGS = { IN, OUT };
const TEMPLATE = {
  placeholders: [numberPlaceholder("IN"), numberPlaceholder("OUT")],
  rules: [{
    conditions: [{ expression: "<OUT> - <IN>", operator: "greater_than", value: 5, unit: "K" }],
    event_description: "{value} {unit}, limit {limit} {unit}",
  }],
};

async function made(on: RunningSystem): Promise<{ template: number; instance: number }> {
  await on.streams.make("number", IN, OUT);
  await on.configure();
  const template = await on.template(TEMPLATE);
  return { template, instance: await on.deploy(template, MAPPINGS) };
}

systemTest(
  "a difference of two streams raises an event that is told, explained and corrected",
  {},
  async (on) => {
    const { template, instance } = await made(on), t = timeline();
    await on.streams.write(IN, [t(0), 20], [t(3), 22]);
    await on.streams.write(OUT, [t(0), 24], [t(1), 26.5], [t(3), 26]);
    const event = await on.event(instance, (row) => !row.is_active);
    assertEquals([event.start_time, event.end_time], [t(1), t(3)]);
    assertEquals([event.event_description, event.limit], ["6.5 K, limit 5 K", null]);
    assertEquals((event.trigger as Json[]).map(({ stream }) => stream), [OUT, IN]);

    const past: Explanation = (await on.client.ok(
      "GET",
      `/api/instances/${instance}/explain?at=${encodeURIComponent(t(2))}`,
    )).data;
    assertEquals(past.rules[0]!.text.includes(`${OUT} - ${IN} must fall to 5 K or less (is 6.5 K)`), true);

    const { data } = await on.client.ok("POST", "/api/backtests", {
      template_id: template,
      placeholder_mappings: MAPPINGS,
      from: t(-5),
      to: t(3),
      points: 4,
    });
    assertEquals((data.events as Json[]).map(({ start_time, end_time }) => [start_time, end_time]), [[
      t(1),
      t(3),
    ]]);
    assertEquals((data.series as Json[]).map(({ stream_name }) => stream_name).sort(), [IN, OUT]);

    await on.streams.write(IN, [t(1), 21.5], [t(2), 21]);
    const corrected = await eventually("the late samples have moved the start", async () => {
      const [row] = await on.events(instance);
      return row?.start_time === t(2) ? row : undefined;
    });
    assertEquals([corrected.id, corrected.event_description], [event.id, "6.5 K, limit 5 K"]);
  },
);

systemTest("an expression is kept by a document, and its problems are told with its path", {}, async (on) => {
  const { client } = on, { template } = await made(on);
  const { package_id } = (await client.ok("GET", `/api/templates/${template}`)).data;
  const document = (await client.ok("GET", `/api/packages/${package_id}/export`)).data;
  assertEquals(document.templates[0].rules[0].conditions, TEMPLATE.rules[0]!.conditions);
  const dry = await client.ok("POST", "/api/packages/import", { dry_run: true, document });
  assertEquals((dry.data.items as Json[]).map(({ status }) => status), ["unchanged", "unchanged"]);

  const broken = { ...TEMPLATE.rules[0]!.conditions[0]!, expression: "<OUT> - - / <IN>" };
  const refused = await client.post("/api/templates", {
    name: "Broken",
    category: "health",
    package_id,
    placeholders: TEMPLATE.placeholders,
    rules: [{ rule_id: "r", rule_name: "R", event_name: "E", conditions: [broken] }],
  });
  assertEquals(refused.status, 400);
  assertEquals(refused.body.details.issues, [{
    path: "rules.0.conditions.0.expression",
    message:
      '"/", at character 11, is not expected here: an expression has numbers, <PLACEHOLDERS>, + - * /, ' +
      "brackets and abs, min, max, avg, sum",
  }]);

  const { data } = await client.ok("POST", "/api/instances", {
    template_id: template,
    instance_name: "Constant",
    placeholder_mappings: { IN: 1, OUT: 2 },
  });
  const deployed = await client.post(`/api/instances/${data.id}/deploy`);
  assertEquals([deployed.status, deployed.body.details.problems], [400, [{
    path: "rules.0.conditions.0.expression",
    message: "Bind at least one placeholder of the expression to a stream",
  }]]);
});
