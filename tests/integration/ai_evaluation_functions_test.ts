import { assert, assertEquals } from "@std/assert";
import { activeEvent, conversation, provider } from "../support/ai_provider.ts";
import { AndonClient, type Json } from "../support/andon_client.ts";
import { ADMIN_PASSWORD } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { ModelServer } from "../support/model_server.ts";
import {
  aboveLimit,
  numberPlaceholder,
  type RunningSystem,
  runningSystem,
} from "../support/running_system.ts";

// deno-lint-ignore no-explicit-any -- checked by tests
type Any = any;

const STREAM = "Own.A";
const RULE = { rule_id: "high", rule_name: "High", event_name: "<VALUE>.High", conditions: [aboveLimit] };
const DRAFT = { rules: [RULE], placeholders: [numberPlaceholder("VALUE")] };
const call = (name: string, given: Json) => ({ name, arguments: JSON.stringify(given) });
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** Lets the model call functions in one round. Returns the result of each and the exchange. */
async function called(
  on: RunningSystem,
  { server, id, calls, client = on.client }: {
    server: ModelServer;
    id: number;
    calls: { name: string; arguments: string }[];
    client?: AndonClient;
  },
): Promise<{ found: Any[]; data: Any }> {
  server.script.push({ calls }, { text: "done" });
  const { data } = await client.ok("POST", conversation(id), { message: "Look", include_context: false });
  const found = server.last.body.messages.filter(({ role }: Any) => role === "tool")
    .map(({ content }: Any) => JSON.parse(/>\n([\s\S]*)\n</.exec(content)?.[1] ?? "null"));
  return { found, data };
}

/** A day with one event of half a minute, on a stream that no rule reads. */
async function pastOn(on: RunningSystem): Promise<void> {
  await on.streams.make("number", STREAM);
  await on.configure();
  await on.streams.write(STREAM, [secondsAgo(600), 20], [secondsAgo(300), 90], [secondsAgo(270), 20]);
}

Deno.test("a model can read the alarm statistics and the coverage of deployed instances", async () => {
  await using on = await runningSystem({ shards: 0 });
  await using server = new ModelServer();
  await activeEvent(on);
  const id = await provider(on, server);
  const [instance] = (await on.client.ok("GET", "/api/instances")).data;
  const { found: [statistics, coverage, one, ...wrong], data } = await called(on, {
    server,
    id,
    calls: [
      call("get_alarm_statistics", { hours: 8 }),
      call("get_coverage", {}),
      call("get_coverage", { instance_id: instance.id, hours: 168 }),
      call("get_coverage", { hours: 168 }),
      call("get_coverage", { instance_id: 4711 }),
      call("get_alarm_statistics", { plant_node: "Nowhere" }),
      call("get_alarm_statistics", { hours: 8_761 }),
    ],
  });
  assertEquals([statistics.hours, statistics.events, statistics.total], [8, 1, 1]);
  assertEquals([statistics.items[0].instance_id, statistics.items[0].events], [instance.id, 1]);
  assertEquals(statistics.severities.counts.warning, 1);
  assertEquals([coverage.total, coverage.judging_now, coverage.not_deployed], [1, 1, 0]);
  assertEquals([coverage.items[0].id, coverage.items[0].share], [instance.id, coverage.lowest]);
  assertEquals([one.hours, one.instance.instance_name], [168, instance.instance_name]);
  for (const [at, words] of ["instance_id", "4711", "Nowhere", "hours"].entries()) {
    assert(wrong[at].error.includes(words), wrong[at].error);
  }
  assertEquals(data.function_calls.map(({ outcome }: Any) => outcome), [
    ...["success", "success", "success", "error", "error", "error", "error"],
  ]);
});

Deno.test("a model's backtest returns figures, and names wrong arguments", async () => {
  await using on = await runningSystem({ shards: 0 });
  await using server = new ModelServer();
  await pastOn(on);
  const id = await provider(on, server);
  const template = await on.template({ rules: [{}] });
  const bound = { placeholder_mappings: { VALUE: STREAM }, hours: 1 };
  const { found: [own, stored, ...wrong] } = await called(on, {
    server,
    id,
    calls: [
      call("run_backtest", { ...DRAFT, ...bound }),
      call("run_backtest", { template_id: template, ...bound }),
      call("run_backtest", { ...DRAFT, hours: 1 }),
      call("run_backtest", { ...DRAFT, rules: [{ ...RULE, event_name: "<NONE>" }], ...bound }),
      call("run_backtest", { ...DRAFT, template_id: template, ...bound }),
      call("run_backtest", { template_id: template, hours: 169 }),
    ],
  });
  assertEquals([own.summary.events, own.rules[0].rule_name, own.total], [1, "High", 1]);
  assertEquals([own.items[0].event_name, own.series], [`${STREAM}.High`, undefined]);
  assertEquals(stored.summary.events, 1);
  for (
    const [at, path] of [
      ...['"placeholder_mappings.VALUE"', '"rules.0.event_name"', '"template_id"', '"hours"'],
    ].entries()
  ) assert(wrong[at].error.includes(path), wrong[at].error);
});

Deno.test("a model drafts calculated values, and finds the rules that calculate with a stream", async () => {
  await using on = await runningSystem({ shards: 0 });
  await using server = new ModelServer();
  await pastOn(on);
  const id = await provider(on, server);
  const half = { expression: "<VALUE> / 2", operator: "greater_than", value: 40, unit: "bar" };
  const rules = [{ ...RULE, conditions: [half] }], placeholder_mappings = { VALUE: STREAM };
  await on.deploy(await on.template({ rules: [{ conditions: [half] }] }), placeholder_mappings);
  const { found: [tried, named] } = await called(on, {
    server,
    id,
    calls: [
      call("run_backtest", { ...DRAFT, rules, placeholder_mappings, hours: 1 }),
      call("get_rules_on_stream", { stream: STREAM }),
    ],
  });
  assertEquals(tried.summary.events, 1);
  assertEquals([named.total, named.items[0].rules[0].conditions], [1, [half]]);
});

Deno.test("a proposal contains a backtest of its draft, or why there is none", async () => {
  await using on = await runningSystem({ shards: 0 });
  await using server = new ModelServer();
  await pastOn(on);
  await on.template({ rules: [{}] });
  const id = await provider(on, server);
  const drafted = { ...DRAFT, name: "Pressure", category: "health", backtest_hours: 1 };
  const calls = [
    call("propose_rule_template", { ...drafted, placeholder_mappings: { VALUE: STREAM } }),
    call("propose_rule_template", drafted),
  ];
  const { data: { proposals }, found } = await called(on, { server, id, calls });
  const [bound, unbound] = proposals;
  assertEquals([bound.backtest.summary.events, bound.backtest_problem], [1, null]);
  assertEquals([bound.placeholder_mappings, bound.backtest.series.length], [{ VALUE: STREAM }, 1]);
  assertEquals([bound.template.name, bound.template.rules.length], ["Pressure", 1]);
  assertEquals(found[0].backtest.summary.events, 1);
  assert(unbound.backtest === null && unbound.backtest_problem.includes("VALUE"), unbound.backtest_problem);
  await on.client.ok("POST", "/api/users", { username: "anna", password: ADMIN_PASSWORD, role: "operator" });
  const anna = new AndonClient(on.client.baseUrl);
  await anna.signIn("anna", ADMIN_PASSWORD);
  const hers = await called(on, { server, id, calls: calls.slice(0, 1), client: anna });
  assertEquals(hers.data.function_calls[0].outcome, "success");
  const [read] = hers.data.proposals;
  assert(read.backtest === null && read.backtest_problem.includes("engineer"), read.backtest_problem);
});

Deno.test("a model's backtests count towards the heavy rate limit of its user", async () => {
  await using on = await runningSystem({ shards: 0, environment: { RATE_LIMIT_HEAVY: "3" } });
  await using server = new ModelServer();
  await on.streams.make("number", STREAM);
  await on.configure();
  const id = await provider(on, server);
  const given = call("run_backtest", { ...DRAFT, placeholder_mappings: { VALUE: STREAM }, hours: 1 });
  // At most six pass, if a new minute begins meanwhile.
  const { found } = await called(on, { server, id, calls: Array(10).fill(given) });
  const limited = found.filter(({ error }) => String(error).startsWith("At most 3 "));
  assert(limited.length >= 4 && limited.length < 10, JSON.stringify(found));
});

Deno.test("a client that leaves a conversation ends its backtest: no further request goes to the source", async () => {
  await using on = await runningSystem({ shards: 0 });
  await using server = new ModelServer();
  const names = Array.from({ length: 40 }, (_, i) => `Own.S${i}`);
  await on.streams.make("number", STREAM, ...names);
  await on.configure();
  const conditions = names.map((stream) => ({ ...aboveLimit, stream }));
  const template = await on.template({ rules: [{ logic: "any", conditions }], placeholders: [] });
  const slow = on.simulator.faults.set({ kind: "slow", path: "*/Own.S*/Data*", delay_seconds: 600 });
  const id = await provider(on, server);
  const leaving = new AbortController();
  server.script.push({ calls: Array(2).fill(call("run_backtest", { template_id: template })) });
  const asking = fetch(on.client.baseUrl + conversation(id), {
    method: "POST",
    headers: { cookie: on.client.cookie },
    body: JSON.stringify({ message: "Look", include_context: false }),
    signal: leaving.signal,
  }).then((answer) => answer.text()).catch(() => {});
  const hits = () => on.simulator.faults.list().find(({ id }) => id === slow.id)?.hits ?? 0;
  await eventually("the source is read for both", () => hits() === 32);
  leaving.abort();
  await asking;
  const body = { ...DRAFT, name: "Other", category: "health" };
  await on.client.ok("POST", "/api/backtests", { template: body, placeholder_mappings: { VALUE: STREAM } });
  // Otherwise both backtest slots would be taken, and the other streams read.
  assertEquals(hits(), 32);
});
