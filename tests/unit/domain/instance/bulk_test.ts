import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import {
  type BulkInput,
  excludeCandidates,
  findCandidates,
  readPatterns,
} from "../../../../domain/instance/bulk.ts";
import { type PlanContext, planInstances } from "../../../../domain/instance/bulk_plan.ts";
import type { Placeholder, Rule } from "../../../../domain/rule/types.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import type { DataType } from "../../../../domain/sample/types.ts";
import type { StreamOfName } from "../../../../domain/rule/bind_placeholders.ts";

function input(change: Partial<BulkInput> = {}): BulkInput {
  return {
    instance_name: "Pump *",
    plant_node_floc_id: null,
    placeholders: { TEMP: "Plant.Pump*.Temp", PRESS: "Plant.Pump*.Press" },
    ...change,
  };
}

function placeholder(name: string, change: Partial<Placeholder> = {}): Placeholder {
  return {
    placeholder_name: name,
    data_type: "NUM",
    description: "",
    is_required: true,
    default_value: null,
    max_age_seconds: null,
    ...change,
  };
}

/** Takes all steps of a computation. */
function taken<T>(steps: Iterator<unknown, T>): { result: T; steps: number } {
  for (let count = 0;; count++) {
    const step = steps.next();
    if (step.done) return { result: step.value, steps: count };
  }
}

function find(given: BulkInput, names: string[]) {
  return taken(findCandidates(given, { patterns: readPatterns(given).patterns, names }));
}

const RULE = {
  conditions: ["<TEMP>", "<PRESS>"].map((stream) => ({ stream, operator: "greater_than", value: "<LIMIT>" })),
  event_name: "",
  event_description: "",
  enrichment: {},
  until: null,
} as unknown as Rule;

function streamOf(id: number, names: string[]): StreamOfName {
  const stream_name = names[id], data_type: DataType = stream_name.endsWith("Text") ? "STR" : "NUM";
  return { id, stream_name, data_type };
}

function plan(names: string[], change: Partial<BulkInput> = {}, context: Partial<PlanContext> = {}) {
  const given = input(change);
  return taken(planInstances(find(given, names).result, {
    template: { rules: [RULE], placeholders: [placeholder("TEMP"), placeholder("PRESS")] },
    constants: {},
    streamNamed: (name) => streamOf(names.indexOf(name), names),
    stream: (id) => streamOf(id, names),
    existing: () => undefined,
    locationOf: (stream) => `At ${stream}`,
    nodeExists: () => true,
    ...context,
  })).result;
}

const NAMES = [
  "Plant.Pump1.Temp",
  "Plant.Pump1.Press",
  "Plant.Pump2.Temp",
  "Plant.Pump2.Press",
  "Plant.Other.Temp",
];

Deno.test("findCandidates() refuses a pattern that matches more streams than instances can be made", () => {
  const names = Array.from({ length: 10_001 }, (_, i) => `Plant.Pump${i}.Temp`);
  const given = input({ instance_name: "All" });
  const [all] = find(given, names.slice(1)).result;
  assertEquals([all.streams.get("TEMP")?.length, all.isMixed], [10_000, true]);
  const { code, details } = assertThrows(() => find(given, names), Refusal);
  assertEquals([code, details.matched, details.limit], ["VALIDATION_FAILED", 10_001, 10_000]);
  assertEquals(details.issues, [{
    path: "placeholders.TEMP",
    message: "Matches 10001 streams; at most 10000 instances are created in one request",
  }]);
});

Deno.test("findCandidates() finds at most 20,000 instances, and refuses more without looking further", () => {
  const letters = [..."abcde"];
  const placeholders = Object.fromEntries(letters.map((letter) => [letter.toUpperCase(), `${letter}*`]));
  const given = input({ instance_name: "*", placeholders });
  const names = (count: number) => Array.from({ length: count }, (_, i) => `${letters[i % 5]}${i}`);
  assertEquals(find(given, names(20_000)).result.length, 20_000);
  let looked = 0;
  const counted = names(40_000).map((name) =>
    Object.assign(Object(name), { split: (by: string) => (looked++, name.split(by)) })
  );
  const { code, message, details } = assertThrows(() => find(given, counted), Refusal);
  assertEquals([code, details.limit, looked], ["VALIDATION_FAILED", 10_000, 20_001]);
  assertMatch(
    message,
    /^The patterns match more than 20000 instances; at most 10000 are created in one request/,
  );
});

Deno.test("the search for instances takes a step for each name, and for each instance", () => {
  const given = input(), names = Array.from({ length: 1_000 }, (_, i) => `Plant.Pump${i}.Temp`);
  const found = find(given, names);
  assertEquals([found.steps, found.result.length], [1_000, 1_000]);
  assertEquals(taken(excludeCandidates(found.result, ["Pump 7"])).steps, 1_000);
  const excessive = Array.from({ length: 10_001 }, (_, i) => `Plant.Pump${i}.Temp`);
  const steps = findCandidates(given, { patterns: readPatterns(given).patterns, names: excessive });
  let refusedAfter = 0;
  assertThrows(() => {
    for (; !steps.next().done;) refusedAfter++;
  }, Refusal);
  assertEquals(refusedAfter, 10_000 + 10_001, "each name is looked at, and counted");
});

Deno.test("planInstances() makes an instance of the streams that share what their * match", () => {
  const planned = plan(NAMES, { plant_node_floc_id: "P-*" });
  assertEquals(
    planned.map(({ draft }) => draft),
    [1, 2].map((n) => ({
      instance_name: `Pump ${n}`,
      plant_node_floc_id: `P-${n}`,
      bindings: {
        TEMP: { stream: NAMES.indexOf(`Plant.Pump${n}.Temp`) },
        PRESS: { stream: NAMES.indexOf(`Plant.Pump${n}.Press`) },
      },
    })),
  );
  assertEquals(planned[0].item, {
    instance_name: "Pump 1",
    plant_node_floc_id: "P-1",
    placeholder_mappings: { TEMP: "Plant.Pump1.Temp", PRESS: "Plant.Pump1.Press" },
    status: "would_create",
  });
});

Deno.test("planInstances() reports a required placeholder without a stream as missing", () => {
  const [whole, lacking] = plan([...NAMES.slice(0, 3)]);
  assertEquals([whole.item.status, lacking.item.status], ["would_create", "missing"]);
  assertEquals(lacking.item.problems?.map((problem) => problem.path), ["placeholders.PRESS"]);
  assertEquals([lacking.draft, lacking.item.placeholder_mappings], [undefined, { TEMP: "Plant.Pump2.Temp" }]);
  const optional = [placeholder("TEMP"), placeholder("PRESS", { is_required: false })];
  const [, without] = plan(NAMES.slice(0, 3), {}, { template: { rules: [RULE], placeholders: optional } });
  assertEquals(without.item.status, "would_create");
});

Deno.test("planInstances() derives a location from the first stream that a pattern found, or a stream that all share", () => {
  const derived = (change: Partial<BulkInput>, context: Partial<PlanContext> = {}) =>
    plan(NAMES, { plant_node_floc_id: undefined, ...change }, context).map(({ item, draft }) => [
      item.plant_node_floc_id,
      draft?.plant_node_floc_id,
    ]);
  assertEquals(derived({}), [1, 2].map((n) => [`At Plant.Pump${n}.Temp`, `At Plant.Pump${n}.Temp`]));
  const shared: Partial<PlanContext> = {
    constants: { TEMP: { stream: 99 } },
    stream: (id) => id === 99 ? { id, stream_name: "Plant.Air.Temp", data_type: "NUM" } : streamOf(id, NAMES),
  };
  const pressOnly = { placeholders: { PRESS: "Plant.Pump*.Press" } };
  assertEquals(
    derived(pressOnly, shared),
    [1, 2].map((n) => [`At Plant.Pump${n}.Press`, `At Plant.Pump${n}.Press`]),
  );
  const template = { rules: [RULE], placeholders: [placeholder("TEMP")] };
  assertEquals(derived({ instance_name: "One", placeholders: {} }, { ...shared, template }), [
    ["At Plant.Air.Temp", "At Plant.Air.Temp"],
  ]);
  assertEquals(derived({ plant_node_floc_id: null })[0], [null, null]);
});

Deno.test("planInstances() needs no stream where there is a constant or a default", () => {
  const template = {
    rules: [RULE],
    placeholders: [placeholder("TEMP"), placeholder("PRESS"), placeholder("LIMIT", { default_value: 5 })],
  };
  assertEquals(plan(NAMES, {}, { template })[0].item.status, "would_create");
  template.placeholders[2].default_value = null;
  assertEquals(plan(NAMES, {}, { template })[0].item.status, "missing");
  const bound = plan(NAMES, {}, { template, constants: { LIMIT: { value: 7 } } })[0];
  assertEquals([bound.item.status, bound.item.placeholder_mappings.LIMIT], ["would_create", "7"]);
});

Deno.test("planInstances() reports streams of different instances under one name as ambiguous", () => {
  const given = { placeholders: { TEMP: "*.Pump*.Temp", PRESS: "*.Pump*.Press" } };
  const names = ["A.Pump1.Temp", "A.Pump1.Press", "B.Pump1.Temp"];
  const [one] = plan(names, { ...given, instance_name: "Pump" });
  assertEquals([one.item.status, one.item.problems?.[0].path], ["ambiguous", "placeholders.TEMP"]);
  assertEquals(one.draft, undefined);
  const [apart] = plan(["A.Pump1.Temp", "B.Pump1.Press"], { ...given, instance_name: "Pump" });
  assertEquals([apart.item.status, apart.item.problems?.[0].path], ["ambiguous", "instance_name"]);
  assertEquals(plan(names, { ...given, instance_name: "* Pump *" }).map(({ item }) => item.status), [
    "would_create",
    "missing",
  ]);
});

Deno.test("planInstances() reports what exists, and what a single creation would refuse", () => {
  const [existing, other] = plan(NAMES, {}, {
    existing: (name) => name === "Pump 1" ? { id: 7, plant_node_floc_id: "P" } : undefined,
  });
  assertEquals([existing.item.status, existing.item.instance_id, existing.draft], ["exists", 7, undefined]);
  assertEquals(existing.item.plant_node_floc_id, "P");
  assertEquals(other.item.status, "would_create");
  const [noNode] = plan(NAMES, { plant_node_floc_id: "X*" }, { nodeExists: () => false });
  assertEquals([noNode.item.status, noNode.item.problems?.[0].path], ["failed", "plant_node_floc_id"]);
  const text = { placeholders: { TEMP: "Plant.Pump*.Text", PRESS: "Plant.Pump*.Press" } };
  const [wrongType] = plan(["Plant.Pump1.Text", "Plant.Pump1.Press"], text);
  assertEquals([wrongType.item.status, wrongType.item.problems?.[0].path], ["failed", "placeholders.TEMP"]);
  const named = (length: number) =>
    plan(NAMES, { instance_name: "x".repeat(length - 1) + "*" })[0].item.status;
  assertEquals([named(200), named(201)], ["would_create", "failed"]);
});

Deno.test("planInstances() makes one instance of a body without *", () => {
  const constants = {
    TEMP: { stream_name: "Plant.Pump1.Temp" },
    PRESS: { stream_name: "Plant.Pump1.Press" },
  };
  const planned = plan(NAMES, {
    instance_name: "The pump",
    placeholders: { TEMP: "Plant.Pump1.Temp", PRESS: "Plant.Pump1.Press" },
  }, { constants });
  assertEquals(planned.map(({ draft }) => draft?.bindings), [constants]);
});

Deno.test("readPatterns() requires as many * in all patterns, and no more in the fields that use them", () => {
  const paths = (change: Partial<BulkInput>) => readPatterns(input(change)).issues.map((issue) => issue.path);
  assertEquals(paths({}), []);
  assertEquals(paths({ instance_name: "* and *" }), ["instance_name"]);
  assertEquals(paths({ plant_node_floc_id: "*-*" }), ["plant_node_floc_id"]);
  assertEquals(paths({ placeholders: { TEMP: "*.Temp", PRESS: "*.*.Press", LIMIT: 3 } }), [
    "placeholders.PRESS",
  ]);
  assertEquals(paths({ placeholders: { TEMP: "a**.Temp" }, instance_name: "x" }), ["placeholders.TEMP"]);
  assertEquals(paths({ placeholders: { TEMP: "A.Temp" } }), ["instance_name"]);
});
