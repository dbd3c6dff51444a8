import { assertEquals } from "@std/assert";
import type { BoundComparison, BoundExpression } from "../../../domain/evaluation/types.ts";
import type { Schemas } from "../../../console/api/client.ts";
import { ApiProblem } from "../../../console/api/problem.ts";
import { boundRules } from "../../../console/instances/bound_rules.ts";
import { batchesOf, type BulkItem, runBulk } from "../../../console/instances/bulk_run.ts";
import { coverageShareText, coverageText, statusOf } from "../../../console/instances/instance_text.ts";
import { looksBack, truthNow } from "../../../console/instances/truth_now.ts";
import { AssetLocations } from "../../../domain/plant/asset_locations.ts";
import { suggestionFor } from "../../../console/pages/instances/suggestion.ts";
import {
  type BindingDraft,
  bindingDrafts,
  bindingsBody,
  draftIssues,
  leftOutWithout,
} from "../../../console/pages/instances/instance_draft.ts";
import {
  instanceAddress,
  instanceFilter,
  matchingInstances,
} from "../../../console/pages/instances/instance_filter.ts";
import { matchedBy, segmentsOf, withSegment } from "../../../console/pages/instances/pattern_model.ts";
import { sortOf, sortText } from "../../../console/parts/table/sort.ts";
import { streamIndex, streamsFound } from "../../../console/streams/stream_index.ts";
import { assetOf, instance, template } from "./support.ts";

const index = streamIndex([
  assetOf({ name: "Line1.Pump1", first: 1 }, ["Line1.Pump1.Pressure", "NUM", 4.2], [
    "Line1.Pump1.Running",
    "BOOL",
    true,
  ]),
  assetOf({ name: "Line1.Pump2", first: 3 }, ["Line1.Pump2.Pressure", "NUM", 9]),
]);

Deno.test("suggestionFor() takes name and location from the first placeholder bound to a stream, and from no other", () => {
  const locations = new AssetLocations([{ id: "L1-P1", name: "Pump 1", children: [] }]);
  const bound = (...streams: string[]) =>
    streams.map((stream_name, at): BindingDraft => ({
      ...{ placeholder_name: `P${at}`, kind: "stream", stream_name, value: "" },
    }));
  const suggested = (placeholders: BindingDraft[]) => {
    const known = { template: template(), index, locations };
    const { instance_name, plant_node_floc_id } = suggestionFor({ placeholders }, known);
    return [instance_name, plant_node_floc_id];
  };
  const [one, two] = ["Line1.Pump1.Pressure", "Line1.Pump2.Pressure"];
  assertEquals(suggested(bound("", one, two)), ["Line1 Pump1 pressure", "L1-P1"]);
  assertEquals(suggested(bound(two, one)), ["Line1 Pump2 pressure", ""]);
  assertEquals([suggested(bound("pump", one)), suggested(bound(""))], [["", ""], ["", ""]]);
  assertEquals(suggested([{ ...bound(two)[0], kind: "value" }, bound("", one)[1]])[1], "L1-P1");
});

Deno.test("the list's address round-trips, and invalid values are ignored", () => {
  const address = "/instances?find=pump&template=3&state=no_data&node=NORTH&sort=-name";
  const filter = instanceFilter(Object.fromEntries(new URLSearchParams(address.split("?")[1])));
  assertEquals(instanceAddress(filter), address);
  assertEquals(instanceAddress(instanceFilter({ template: "x", state: "odd" })), "/instances");
  assertEquals(sortOf("-name", ["name"]), { key: "name", descending: true });
  assertEquals([sortText(sortOf("name", ["name"])), sortOf("other", ["name"])], ["name", null]);
});

Deno.test("filters combine state, template, location and text of names and bindings", () => {
  const all = [
    instance(1, { is_deployed: true, judging: true, plant_node_floc_id: "B" }),
    instance(2, { instance_name: "Boiler", placeholder_mappings: { P: "Line2.Steam" } }),
  ];
  const leaf = { id: "B", name: "B", type: "site" as const, children: [] };
  const places = new Map([["B", { node: leaf, ids: ["A", "B"], path: "B", short: "B" }]]);
  const matching = (query: Record<string, string>) =>
    matchingInstances(all, instanceFilter(query), { source: null, places }).map(({ id }) => id);
  assertEquals(matching({ find: "steam boil" }), [2]);
  assertEquals([
    matching({ node: "A" }),
    matching({ state: "deployed" }),
    matching({ state: "not_deployed" }),
  ], [[1], [
    1,
  ], [
    2,
  ]]);
  assertEquals(matching({ template: "7" }), []);
});

Deno.test("a deployed instance has no data while the source is lost, whatever its last state", () => {
  const lost = { state: "lost", reason: null, watermark: null } as const;
  assertEquals(statusOf({ is_deployed: true, judging: true }, lost), "no_data");
  assertEquals(statusOf({ is_deployed: true, judging: false }, null), "no_data");
  assertEquals(statusOf({ is_deployed: false, judging: false }, lost), "not_deployed");
});

Deno.test("coverage has its causes, and 100 % only if complete", () => {
  const blind = { no_data: 0.02, bad_quality: 0.0001, source_lost: 0, stopped: 0, undeployed: 0.008 };
  assertEquals(coverageText({ share: 0.9719, blind }), "97.1 %; no data 2.0 %, not deployed 0.8 %");
  assertEquals([1, 0.9999, 0.5].map(coverageShareText), ["100.0 %", "99.9 %", "50.0 %"]);
});

Deno.test("batches are at most eight calls, of 50 or more", () => {
  const ids = Array.from({ length: 10_000 }, (_, id) => id + 1);
  assertEquals(batchesOf(ids).map(({ length }) => length), Array(8).fill(1_250));
  assertEquals(batchesOf(ids.slice(0, 120)).map(({ length }) => length), [50, 50, 20]);
  assertEquals(batchesOf(ids).flat(), ids);
});

Deno.test("a run waits for the rate limit, and a failed batch fails its instances only", async () => {
  const taken: BulkItem[] = [];
  const pauses: number[] = [];
  let calls = 0;
  await runBulk({
    ids: Array.from({ length: 120 }, (_, id) => id + 1),
    send(ids) {
      calls++;
      if (calls === 1) {
        throw new ApiProblem("Too many", { code: "RATE_LIMITED", details: { retry_after_seconds: 2 } });
      }
      if (calls === 3) throw new ApiProblem("Gone", { code: "UNREACHABLE" });
      return Promise.resolve(ids.map((id) => ({ id, instance_name: "x", status: "deployed" as const })));
    },
    take: (items) => void taken.push(...items),
    isStopped: () => false,
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
  });
  assertEquals([calls, pauses, taken.length], [4, [3_000], 120]);
  assertEquals(taken.filter(({ status }) => status === "failed").map(({ id }) => id)[0], 51);
  assertEquals(taken.filter(({ status }) => status === "failed").length, 50);
});

Deno.test("a stopped run sends no further batch", async () => {
  let sent = 0;
  await runBulk({
    ids: Array.from({ length: 200 }, (_, id) => id),
    send() {
      sent++;
      return Promise.resolve([]);
    },
    take: () => {},
    isStopped: () => sent > 0,
    pause: () => Promise.resolve(),
  });
  assertEquals(sent, 1);
});

Deno.test("truthNow() evaluates the newest values: bad, uncertain and old ones are unknown", () => {
  const nowMs = Date.parse("2026-01-31T08:00:10Z");
  const at = (value: number | string | boolean, quality: "good" | "uncertain" | "bad" = "good") => ({
    value,
    quality,
    timestamp: "2026-01-31T08:00:00Z",
  });
  const evaluated = (changes: Partial<BoundComparison>, ...values: ReturnType<typeof at>[]) =>
    truthNow({ kind: "comparison", comparison: comparison(changes) }, { nowMs, valueOf: (id) => values[id] });
  assertEquals([evaluated({}, at(61)), evaluated({}, at(60)), evaluated({})], [2, 0, 1]);
  assertEquals([evaluated({}, at(61, "bad")), evaluated({}, at(61, "uncertain"))], [1, 1]);
  assertEquals(evaluated({ acceptUncertain: true }, at(61, "uncertain")), 2);
  assertEquals([evaluated({ maxAge: 9 * 1e7 }, at(61)), evaluated({ maxAge: 11 * 1e7 }, at(61))], [1, 2]);
  assertEquals([
    evaluated({ operands: [{ stream: 1 }] }, at(5), at(4)),
    evaluated({ operands: [{ stream: 1 }] }, at(5)),
  ], [
    2,
    1,
  ]);
  const texts = {
    operator: "in",
    operands: [{ literal: "run" }, { literal: "IDLE" }],
    ignoreCase: true,
  } as const;
  assertEquals([evaluated({ ...texts, operands: [...texts.operands] }, at("idle"))], [2]);
  assertEquals([evaluated({ operator: "is_false", operands: [] }, at(false))], [2]);
  assertEquals(evaluated({ operator: "outside", operands: [{ literal: 2 }, { literal: 8 }] }, at(9)), 2);
  const away = { operator: "deviation_above", of: 1, operands: [{ literal: 3 }] } as const;
  assertEquals([evaluated({ ...away, operands: [...away.operands] }, at(10), at(6))], [2]);
});

Deno.test("all, any and not follow Kleene logic; operators over a window are distinguished", () => {
  const known: BoundExpression = { kind: "comparison", comparison: comparison({}) };
  const unknown: BoundExpression = { kind: "comparison", comparison: comparison({ stream: 9 }) };
  const sight = {
    nowMs: 0,
    valueOf: (id: number) =>
      id === 0 ? { value: 99, quality: "good" as const, timestamp: "1970-01-01T00:00:00Z" } : undefined,
  };
  const truths = [
    { kind: "all" as const, of: [known, unknown] },
    { kind: "any" as const, of: [known, unknown] },
    { kind: "not" as const, of: known },
    { kind: "at_least" as const, atLeast: 2, of: [known, unknown, known] },
    { kind: "at_least" as const, atLeast: 3, of: [known, unknown, known] },
  ].map((expression) => truthNow(expression, sight));
  assertEquals(truths, [1, 2, 0, 2, 1]);
  assertEquals([looksBack({ operator: "avg_above" }), looksBack({ operator: "equals" })], [true, false]);
});

Deno.test("a template's rules are bound as deployment binds them, or list the problems", () => {
  const given = { template: template(), index, sourceMaxAgeSeconds: 0 };
  const bound = boundRules({
    ...given,
    instance: { placeholders: [{ placeholder_name: "P", stream_name: "Line1.Pump1.Pressure" }] },
  });
  assertEquals(bound.problems, []);
  assertEquals([...bound.streamsById.values()].map(({ stream_name }) => stream_name), [
    "Line1.Pump1.Pressure",
  ]);
  const lacking = boundRules({ ...given, instance: { placeholders: [] } });
  assertEquals(lacking.problems.map(({ path }) => path), ["placeholders.P"]);
  const average = {
    stream: "Line1.Pump1.Pressure",
    operator: "avg_above",
    value: 1,
    window_seconds: 604_800,
  } as const;
  const rules = [{ ...given.template.rules[0], conditions: [average] }];
  const long = (correctionHorizonHours: number) =>
    boundRules({
      ...given,
      correctionHorizonHours,
      template: { rules, placeholders: [] },
      instance: { placeholders: [] },
    }).problems.map(({ path }) => path);
  assertEquals([long(168), long(167)], [[], ["rules.0.conditions.0.window_seconds"]]);
});

Deno.test("drafts bind in row order: streams, typed constants, and nothing", () => {
  const made = template();
  const rows = bindingDrafts(made, []);
  assertEquals(rows.map(({ placeholder_name, kind }) => [placeholder_name, kind]), [["P", "stream"], [
    "LIMIT",
    "value",
  ]]);
  assertEquals(bindingsBody([{ ...rows[0], stream_name: "A" }, { ...rows[1], value: "4.5" }], made), [
    { placeholder_name: "P", stream_name: "A" },
    { placeholder_name: "LIMIT", value: 4.5 },
  ]);
  assertEquals(bindingsBody(rows, made).map((row) => "stream_name" in row && row.stream_name), [null, null]);
  const draft = { template_id: "1", instance_name: " ", plant_node_floc_id: "", deploy: false };
  const issues = draftIssues({ ...draft, placeholders: [rows[0], { ...rows[1], value: "much" }] }, made);
  assertEquals(issues.map(({ path }) => path), ["instance_name", "placeholders.1.value"]);
});

Deno.test("a number takes a constant only, and an optional placeholder names the rules that need it", () => {
  const made = template(), [rule] = made.rules;
  const [first] = made.placeholders;
  const given = {
    ...made,
    placeholders: [
      first,
      { ...first, placeholder_name: "DELAY" },
      { ...first, placeholder_name: "VIB", is_required: false },
    ],
    rules: [{
      ...rule,
      conditions: [{ stream: "<P>", operator: "greater_than", value: 1 } as const],
      on_delay_seconds: "<DELAY>",
    }, {
      ...rule,
      rule_id: "vib",
      rule_name: "Shakes",
      conditions: [{ stream: "<VIB>", operator: "greater_than", value: 5 } as const],
    }],
  };
  assertEquals(bindingDrafts(given, []).map(({ kind }) => kind), ["stream", "value", "stream"]);
  assertEquals(leftOutWithout("VIB", given), ["Shakes"]);
  const bound = boundRules({
    template: given,
    index,
    sourceMaxAgeSeconds: 0,
    instance: {
      placeholders: [
        { placeholder_name: "P", stream_name: "Line1.Pump1.Pressure" },
        { placeholder_name: "DELAY", value: 4 },
      ],
    },
  });
  assertEquals(bound.problems, []);
  assertEquals([bound.rules.map(({ onDelay }) => onDelay), bound.leftOut], [
    [40_000_000],
    [{ rule_id: "vib", placeholders: ["VIB"] }],
  ]);
});

Deno.test("a pattern is derived from the parts of a stream's name, and counts its matches", () => {
  const parts = segmentsOf("Line1.Pump1.Pressure", "Line1.Pump1.Pressure") ?? [];
  const pattern = withSegment(parts, 1);
  assertEquals(pattern, "Line1.*.Pressure");
  assertEquals(withSegment(segmentsOf(pattern, "Line1.Pump1.Pressure") ?? [], 1), "Line1.Pump1.Pressure");
  assertEquals(segmentsOf("Other.Pump1.Pressure", "Line1.Pump1.Pressure"), undefined);
  assertEquals(matchedBy(pattern, { streams: index.streams, type: "NUM" })?.count, 2);
  assertEquals(matchedBy(pattern, { streams: index.streams, type: "STR" })?.count, 0);
  assertEquals(matchedBy("4.5", { streams: index.streams, type: "NUM" }), undefined);
  assertEquals(typeof matchedBy("a**", { streams: index.streams, type: "NUM" })?.issue, "string");
});

Deno.test("streams are found by words of their names and by type", () => {
  const names = (typed: string, type?: Schemas["Stream"]["data_type"]) =>
    streamsFound(index.streams, { typed, type }).map(({ stream_name }) => stream_name);
  assertEquals(names("pump1 pres"), ["Line1.Pump1.Pressure"]);
  assertEquals(names("line1", "BOOL"), ["Line1.Pump1.Running"]);
});

function comparison(changes: Partial<BoundComparison>): BoundComparison {
  return {
    stream: 0,
    operator: "greater_than",
    operands: [{ literal: 60 }],
    of: null,
    deadband: 5,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
    ...changes,
  };
}
