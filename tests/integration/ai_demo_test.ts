import { assert, assertEquals } from "@std/assert";
import { DEMO_PLANT } from "../../simulator/data_hub/demo_plant.ts";
import { demoSystem } from "../support/demo_system.ts";
import { eventually } from "../support/eventually.ts";
import { turnTo } from "../support/turned_clock.ts";
import type { Json } from "../support/andon_client.ts";

const LINE_2 = "MBD-HIL-PRO-L2";

Deno.test("in dev, a first start that broke off at the plant nodes is continued by the next", async () => {
  const by = { name: "Andon", role: "admin" } as const;
  const [root] = DEMO_PLANT.nodes;
  await using on = await demoSystem({ before: async (storage) => void await storage.plant.create(root, by) });
  const { plant, instances } = on.andon.storage;
  assertEquals(plant.list().length, DEMO_PLANT.nodes.length);
  assertEquals(instances.list({}).length, DEMO_PLANT.instances.length);
});

Deno.test('in dev, "what is wrong on line 2 right now?" is answered by the true active events and their ids', async () => {
  await using on = await demoSystem();
  const active = async (): Promise<number[]> => {
    const { data } = await on.client.ok("GET", "/api/rule-events/active");
    return data.filter((event: Json) => String(event.plant_node_floc_id).startsWith(LINE_2)).map((
      { id }: Json,
    ) => id);
  };
  // The plant has its next fault on line 2 within two minutes of its clock, which need not be waited for.
  await eventually("something is wrong on line 2", async () => {
    turnTo(Date.now() + 3_000);
    return (await active()).length > 0;
  }, 120_000);
  const { exchange, before } = await eventually("nothing changes meanwhile", async () => {
    const before = await active();
    const { data } = await on.client.ok("POST", `/api/ai-providers/${on.provider}/conversation`, {
      message: "What is wrong on line 2 right now?",
    });
    const after = await active();
    return before.join() === after.join() ? { exchange: data, before } : undefined;
  });
  assert(exchange.response.includes("simulated"), exchange.response);
  const named = [...exchange.response.matchAll(/\[event:(\d+)\]/g)].map(([, id]) => Number(id));
  assertEquals(named, before);
  assertEquals(
    exchange.evidence.filter(({ type }: Json) => type === "event").map(({ id }: Json) => id),
    before,
  );
  assertEquals(exchange.unverified.filter(({ type }: Json) => type === "event"), []);
  assertEquals(exchange.function_calls.map(({ name }: Json) => name), ["get_active_events"]);
});

Deno.test("in dev, each kind of question finds its function, and a draft is proposed but not saved", async () => {
  await using on = await demoSystem();
  const ask = async (message: string) =>
    (await on.client.ok("POST", `/api/ai-providers/${on.provider}/conversation`, {
      message,
      include_context: false,
    })).data;
  const [stream] = (await on.client.ok("GET", "/api/streams/active")).data;
  const questions: [string, string][] = [
    ["What happened in the last 8 hours?", "search_events"],
    ["Which templates are there?", "list_templates"],
    ["Which instances are deployed?", "list_instances"],
    ["Show the plant hierarchy", "get_plant_subtree"],
    ["Which assets do we have?", "list_assets"],
    ["Find streams of temperature", "find_streams"],
    [`What is ${stream.stream_name} now?`, "get_stream_value"],
    [`Show the trend of ${stream.stream_name}`, "get_stream_history"],
    [`Which rules are on ${stream.stream_name}?`, "get_rules_on_stream"],
    ["How noisy was the last day?", "get_alarm_statistics"],
    ["Which rules raised the most events today?", "get_alarm_statistics"],
    ["Can line 2 be evaluated?", "get_coverage"],
    ["Backtest template 1 over the last hour", "run_backtest"],
    [`Backtest ${stream.stream_name} above 75 over the last hour`, "run_backtest"],
  ];
  for (const [question, name] of questions) {
    const { function_calls, response } = await ask(question);
    assertEquals([question, ...function_calls.map((call: Json) => [call.name, call.outcome])], [question, [
      name,
      "success",
    ]]);
    assert(response.length > 60, response);
  }
  const templates = (await on.client.ok("GET", "/api/templates")).data.length;
  const { proposals, function_calls } = await ask(`Propose a rule for ${stream.stream_name} above 75`);
  assertEquals(function_calls.map(({ name, outcome }: Json) => [name, outcome]), [[
    "propose_rule_template",
    "success",
  ]]);
  assertEquals(proposals.length, 1);
  const [{ backtest, backtest_problem, placeholder_mappings }] = proposals;
  assertEquals([backtest_problem, placeholder_mappings], [null, { VALUE: stream.stream_name }]);
  assertEquals([backtest.rules.length, backtest.series[0].stream_name], [1, stream.stream_name]);
  assertEquals((await on.client.ok("GET", "/api/templates")).data.length, templates);
  const saved = await on.client.ok("POST", "/api/templates", proposals[0].template);
  assertEquals(saved.template.rules_count, 1);
});
