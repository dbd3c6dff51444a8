import { assertEquals, assertRejects } from "@std/assert";
import { sentEvents } from "../../../console/api/server_sent.ts";
import { chatEntriesOf, newEntry, sessionsOf } from "../../../console/pages/assistant/chat_model.ts";
import {
  actionText,
  auditAddress,
  type AuditEntry,
  auditFilter,
  auditQuery,
  changesOf,
  deskOptions,
  subjectText,
} from "../../../console/pages/settings/audit_model.ts";
import { valueInWords } from "../../../console/parts/field_values.ts";
import { figuresOf } from "../../../console/pages/settings/metrics_model.ts";

async function eventsIn(pieces: Uint8Array[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { event, data } of sentEvents(ReadableStream.from(pieces))) found.push([event, data]);
  return found;
}

Deno.test("events of a stream are parsed wherever its chunks are split, also within a character", async () => {
  const bytes = new TextEncoder().encode('event: token\ndata: {"text":"72 °C"}\n\nevent: done\ndata: {}\n\n');
  for (let cut = 0; cut <= bytes.length; cut++) {
    assertEquals(await eventsIn([bytes.slice(0, cut), bytes.slice(cut)]), [["token", { text: "72 °C" }], [
      "done",
      {},
    ]]);
  }
});

Deno.test("an event without an end fails at 4,000,000 characters", async () => {
  const piece = new Uint8Array(1_000_001).fill(97);
  await assertRejects(() => eventsIn([piece, piece, piece, piece]), TypeError, "too long");
  assertEquals(await eventsIn([piece.slice(1), piece.slice(1), piece.slice(1)]), []);
});

const line = (
  type: "user" | "assistant" | "function" | "error",
  content: string,
  second: number,
  of = "s1",
) => ({ type, content, session_id: of, timestamp: `2026-01-31T08:15:0${second}.000` });

Deno.test("a log becomes entries with their calls, errors and interrupted answers", () => {
  const entries = chatEntriesOf([
    line("user", "What is wrong?", 1),
    line("function", "get_event: 1: found", 2),
    line("assistant", "See [event:42]", 3),
    line("user", "And?", 4),
    line("error", "No answer", 5),
    line("user", "Still there?", 6),
  ], [{
    timestamp: "2026-01-31T08:15:02.000Z",
    session_id: "s1",
    name: "get_event",
    arguments: { id: 42 },
    duration_ms: 7,
    outcome: "success",
    error: null,
  }]);
  assertEquals(entries.map(({ state }) => state), ["done", "failed", "stopped"]);
  assertEquals([entries[0].calls[0].result_summary, entries[0].calls[0].duration_ms], ["1: found", 7]);
  assertEquals([entries[0].evidence.map(({ id }) => id), entries[0].isChecked], [[42], false]);
  assertEquals([entries[0].atMs, entries[1].problem], [Date.UTC(2026, 0, 31, 8, 15, 1), "No answer"]);
  assertEquals(newEntry("x", 1).isChecked, true);
});

function proposing(name: string) {
  const given = {
    name,
    category: "health",
    placeholder_mappings: { VALUE: "Line2.Temperature" },
    backtest_hours: 24,
    rules: [{ rule_id: "high", rule_name: "High", event_name: "<VALUE>.High", conditions: [] }],
    placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
  };
  return {
    timestamp: "2026-01-31T08:15:02.000Z",
    session_id: "s1",
    name: "propose_rule_template",
    arguments: given as Record<string, unknown> | string,
    duration_ms: 7,
    error: null,
    outcome: "success" as "success" | "error",
  };
}

Deno.test("a logged draft is a proposal again, with the defaults of Andon and without the test bindings", () => {
  const lines = [line("user", "One?", 1), line("function", "propose_rule_template: 1: drafted", 2)];
  const [{ proposals: [proposal] }] = chatEntriesOf(lines, [proposing("Hot")]);
  const { template } = proposal;
  assertEquals(Object.keys(template).sort(), [
    ...["category", "color", "description", "name", "placeholders", "rules"],
  ]);
  const [rule] = template.rules as Record<string, unknown>[];
  assertEquals([rule.rule_id, rule.severity, rule.logic, rule.enrichment], ["high", "warning", "all", {}]);
  assertEquals(proposal.placeholder_mappings, { VALUE: "Line2.Temperature" });
  assertEquals([proposal.backtest, proposal.backtest_problem], [null, null]);
});

Deno.test("a rejected or truncated draft is no proposal", () => {
  const lines = [line("user", "One?", 1), line("function", "propose_rule_template: refused", 2)];
  const refused = { ...proposing("Hot"), outcome: "error" as const };
  const cut = { ...proposing("Hot"), arguments: '{"name":"Hot…' };
  for (const call of [refused, cut]) assertEquals(chatEntriesOf(lines, [call])[0].proposals, []);
});

Deno.test("the last calls of two logs truncated at the beginning are paired", () => {
  const lines = [line("user", "One?", 1), line("function", "propose_rule_template: 1: drafted", 2)];
  const [{ proposals }] = chatEntriesOf(lines, [proposing("Earlier"), proposing("Newest")]);
  assertEquals(proposals.map(({ template }) => template.name), ["Newest"]);
});

Deno.test("sessions are ordered by their newest question and titled by their first", () => {
  const rows = sessionsOf([
    line("user", "later", 5),
    line("user", "other", 4, "s2"),
    line("user", "first", 1),
  ]);
  assertEquals(rows.map(({ id, title, questions }) => [id, title, questions]), [["s1", "first", 2], [
    "s2",
    "other",
    1,
  ]]);
});

Deno.test("the difference of an entry lists changed fields only, also deep within lists", () => {
  const before = { name: "A", rules: [{ severity: "error", on: 1 }], gone: null };
  const after = { name: "A", rules: [{ severity: "critical", on: 1 }], tags: [] };
  assertEquals(changesOf(before, after), [
    { path: "rules.0.severity", before: "error", after: "critical" },
    { path: "gone", before: "null", after: undefined },
    { path: "tags", before: undefined, after: "[]" },
  ]);
  assertEquals(changesOf(null, { name: "A" }), [{ path: "name", before: undefined, after: "A" }]);
});

Deno.test("the address holds an audit filter; an invalid page is the first", () => {
  const filter = auditFilter({ kind: "refusals", who: "key:a b", type: "user", desk: "7", page: "3" });
  assertEquals(
    auditFilter(Object.fromEntries(new URLSearchParams(auditAddress(filter).split("?")[1]))),
    filter,
  );
  assertEquals(auditFilter({ page: "-1" }).page, 1);
  assertEquals(auditFilter({ desk: "control-room" }).desk, "");
});

Deno.test("the desks to choose from are those of today, and those that the entries name", () => {
  const users = [
    { id: 7, username: "desk-2", shared_desk: true },
    { id: 3, username: "desk-1", shared_desk: true },
    { id: 1, username: "anna", shared_desk: false },
  ];
  const entries = [{ desk: "old name", desk_id: 3 }, { desk: "gone", desk_id: 5 }, {
    desk: "by name",
    desk_id: null,
  }];
  const nameOf = (who: string) => who === "desk-2" ? "Control room" : who;
  assertEquals(deskOptions({ users, entries, nameOf }), [["7", "Control room"], ["3", "desk-1"], [
    "5",
    "gone",
  ]]);
});

Deno.test("the audit log asks for people's changes of a week, or for what the address says", () => {
  const nowMs = Date.parse("2026-01-31T08:00:00.000Z");
  const paging = { fold: true, limit: 100, offset: 0 };
  const asked = (query: Record<string, string>) => auditQuery(auditFilter(query), nowMs);
  assertEquals(asked({}), { kind: "people", from: "2026-01-24T08:00:00.000Z", ...paging });
  assertEquals(asked({ kind: "all", span: "all" }), paging);
  assertEquals(asked({ kind: "engine", span: "between", from: "2026-01-30T08:00:00.000Z", to: "soon" }), {
    kind: "engine",
    from: "2026-01-30T08:00:00.000Z",
    ...paging,
  });
  assertEquals(asked({ kind: "all", span: "all", desk: "7" }), { desk_id: 7, ...paging });
  assertEquals(asked({ kind: "all", span: "all", text: "filler cleaning" }), {
    text: "filler cleaning",
    ...paging,
  });
  assertEquals(asked({ span: "24", who: "anna", type: "user", page: "3" }), {
    kind: "people",
    from: "2026-01-30T08:00:00.000Z",
    who: "anna",
    resource_type: "user",
    ...paging,
    offset: 200,
  });
});

Deno.test("an entry names its resource, its action and its values in words", () => {
  const entry: AuditEntry = {
    id: "1",
    at: "2026-01-31T08:15:02.123Z",
    who: "anna",
    action: "updated",
    resource_type: "rule_event",
    resource_id: "7",
    before: null,
    after: { event_name: "Filler.Overfill" },
    address: null,
    desk: null,
    desk_id: null,
  };
  assertEquals(subjectText(entry), "event “Filler.Overfill”");
  const named = { event_name: "Filler.Overfill", template_instance: "Filler 1", display_name: "Overfill" };
  assertEquals(subjectText({ ...entry, before: named, after: {} }), "event “Filler 1: Overfill”");
  assertEquals(subjectText({ ...entry, after: null }), "event #7");
  assertEquals(subjectText({ ...entry, resource_type: "configuration" }), "data source");
  assertEquals(["sign_in_refused", "signed_in"].map(actionText), ["sign-in refused", "signed in"]);
  assertEquals(
    ["null", "true", "condition_cleared", "Own.Line_1"].map((value) => valueInWords(value, String)),
    [
      "none",
      "yes",
      "condition cleared",
      "Own.Line_1",
    ],
  );
});

Deno.test("metrics become figures by shard; invalid lines are skipped", () => {
  const text =
    '# HELP x\nandon_build_info{version="0.1.0",deno="2.9.6"} 1\nandon_shard_ready{shard="0"} 1\n' +
    'andon_shard_ready{shard="1"} 0\nandon_shard_actors{shard="1"} 5\nandon_store_commit_seconds_sum 0.5\n' +
    'andon_store_commit_seconds_count 100\nandon_evaluations_total{shard="0"} 2\nandon_evaluations_total{shard="1"} 3\nnonsense';
  const { version, shards, commitMs, evaluations } = figuresOf(text);
  assertEquals([version, commitMs, evaluations], ["0.1.0", 5, 5]);
  assertEquals(shards.map(({ isReady, actors }) => [isReady, actors]), [[true, 0], [false, 5]]);
  assertEquals(figuresOf("").commitMs, null);
});
