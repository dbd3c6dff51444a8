import type { Json } from "../support/andon_client.ts";
import { assertEquals } from "@std/assert";
import { aboveLimit, numberPlaceholder, spans, systemTest, timeline } from "../support/running_system.ts";
import type { Written } from "../support/source_streams.ts";

systemTest("values that are none never open and never close an event", {}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
  const first = timeline();
  await on.streams.write("Own.A", [first(0), "NaN"], [first(0.1), "abc"], [first(0.2), null], [
    first(0.3),
    81,
  ]);
  await on.streams.write("Own.A", [first(0.5), "1e309"]);
  const unknown = await on.event(id, (row) => row.data_state === "unknown");
  assertEquals([unknown.start_time, unknown.is_active], [first(0.3), true]);
  const second = timeline();
  await on.streams.write("Own.A", [second(0), 90]);
  const known = await on.event(id, (row) => row.data_state === "known");
  assertEquals([known.id, known.is_active], [unknown.id, true]);
  const third = timeline();
  await on.streams.write("Own.A", [third(0), null], [third(0.2), 79], [third(0.4), null]);
  await on.evaluated(third(0.5));
  assertEquals(spans(await on.events(id)), [[first(0.3), third(0.2)]]);
});

systemTest("a value older than max_age_seconds is unknown; the event stays open", {}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const conditions = [{ ...aboveLimit, max_age_seconds: 5 }];
  const id = await on.deploy(await on.template({ rules: [{ conditions }] }), { VALUE: "Own.A" });
  const first = timeline();
  await on.streams.write("Own.A", [first(0), 81]);
  await on.event(id, (row) => row.is_active);
  on.reach(first(5));
  const old = await on.event(id, (row) => row.data_state === "unknown");
  assertEquals([old.is_active, old.end_time], [true, null]);
  const second = timeline();
  await on.streams.write("Own.A", [second(0), 81]);
  await on.event(id, (row) => row.data_state === "known");
  const third = timeline();
  await on.streams.write("Own.A", [third(0), 80]);
  await on.evaluated(third(0));
  assertEquals(spans(await on.events(id)), [[first(0), third(0)]]);
});

systemTest("the source's max_age_seconds holds where the rule gives none", {
  configuration: { max_age_seconds: 1 },
}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 81]);
  await on.event(id, (row) => row.data_state === "unknown");
  assertEquals(spans(await on.events(id)), [[at(0), null]]);
});

type At = (seconds: number) => string;

/** On-delay and off-delay of a second: samples, and start, activation, end and closing of the one event. */
const DELAY_CASES: Record<string, (at: At) => { samples: Written[]; times: string[] | null }> = {
  "Own.Both": (at) => ({ samples: [[at(0), 81], [at(2), 79]], times: [at(0), at(1), at(2), at(3)] }),
  "Own.TooShort": (at) => ({ samples: [[at(0), 81], [at(1), 79]], times: null }),
  "Own.Stopped": (at) => ({
    samples: [[at(0), 81], [at(0.4), null], [at(0.7), 82], [at(3), 79]],
    times: [at(0), at(1.3), at(3), at(4)],
  }),
  "Own.BackAgain": (at) => ({
    samples: [[at(0), 81], [at(2), 79], [at(2.5), 90], [at(3), 79]],
    times: [at(0), at(1), at(3), at(4)],
  }),
  "Own.LateClose": (at) => ({
    samples: [[at(0), 81], [at(2), 79], [at(2.4), null], [at(2.8), 79]],
    times: [at(0), at(1), at(2), at(3.4)],
  }),
};

systemTest("delays fire at their exact times, and unknown spans shift them", {}, async (on) => {
  const names = Object.keys(DELAY_CASES);
  await on.streams.make("number", ...names);
  await on.configure();
  const template = await on.template({ rules: [{ on_delay_seconds: 1, off_delay_seconds: 1 }] });
  const ids: number[] = [];
  for (const name of names) ids.push(await on.deploy(template, { VALUE: name }));
  const at = timeline();
  for (const name of names) await on.streams.write(name, ...DELAY_CASES[name](at).samples);
  await on.evaluated(at(4.1));
  for (const [i, name] of names.entries()) {
    const rows = await on.events(ids[i]);
    const times = rows.map((row) => [row.start_time, row.activated_at, row.end_time, row.closed_at]);
    const expected = DELAY_CASES[name](at).times;
    assertEquals([name, times], [name, expected === null ? [] : [expected]]);
  }
});

systemTest("texts and truths are evaluated by their operators", {}, async (on) => {
  await on.streams.make("text", "Own.State");
  await on.streams.make("truth", "Own.Run");
  await on.configure();
  const text = { ...numberPlaceholder("STATE"), data_type: "STR" };
  const truth = { ...numberPlaceholder("RUN"), data_type: "BOOL" };
  const template = await on.template({
    placeholders: [text, truth],
    rules: [
      { conditions: [{ stream: "<STATE>", operator: "in", value: ["Fault", "Off"], ignore_case: true }] },
      { conditions: [{ stream: "<RUN>", operator: "is_false" }] },
      {
        conditions: [
          { stream: "<STATE>", operator: "starts_with", value: "Run" },
          { stream: "<RUN>", operator: "is_true" },
        ],
      },
    ],
  });
  const id = await on.deploy(template, { STATE: "Own.State", RUN: "Own.Run" });
  const at = timeline();
  await on.streams.write("Own.State", [at(0), "Running"], [at(0.4), "FAULT"], [at(0.8), "Idle"]);
  await on.streams.write("Own.Run", [at(0), true], [at(0.2), false], [at(0.6), true], [at(0.7), "true"]);
  await on.evaluated(at(1));
  const rows = await on.events(id);
  assertEquals(rows.map((row) => [row.rule_id, row.start_time, row.end_time]), [
    ["r3", at(0), at(0.2)],
    ["r2", at(0.2), at(0.6)],
    ["r1", at(0.4), at(0.8)],
  ]);
  assertEquals(
    rows.map((row) => (row.trigger as Json[]).map(({ stream_id: _, unit: __, ...sample }) => sample)),
    [
      [trigger("Own.State", "Running", at(0)), trigger("Own.Run", true, at(0))],
      [trigger("Own.Run", false, at(0.2))],
      [trigger("Own.State", "FAULT", at(0.4))],
    ],
  );
});

function trigger(stream: string, value: unknown, time: string) {
  return { stream, value, time: time.replace("Z", "0000Z") };
}

systemTest("constants replace placeholders, in conditions and in texts", {}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.streams.make("text", "Own.State");
  await on.configure();
  const template = await on.template({
    placeholders: [
      numberPlaceholder("VALUE"),
      numberPlaceholder("LOW"),
      numberPlaceholder("HIGH", { default_value: 60, is_required: false }),
      { ...numberPlaceholder("STATE"), data_type: "STR" },
      { ...numberPlaceholder("WORD"), data_type: "STR" },
    ],
    rules: [
      {
        conditions: [{ stream: "<VALUE>", operator: "between", value: ["<LOW>", "<HIGH>"], deadband: 5 }],
        event_name: "<VALUE>.Between",
        event_description: "<VALUE> stands between <LOW> and <HIGH>; <b>",
        enrichment: { word: "<WORD>" },
      },
      { conditions: [{ stream: "<STATE>", operator: "equals", value: "<WORD>" }], event_name: "<WORD>!" },
    ],
  });
  const mappings = { VALUE: "Own.A", LOW: "40", STATE: "Own.State", WORD: "Own.Jam" };
  const id = await on.deploy(template, mappings);
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 39], [at(0.2), 40], [at(0.4), 65], [at(0.6), 65.5]);
  await on.streams.write("Own.State", [at(0.3), "Own.Jam"], [at(0.5), "Own.jam"]);
  await on.evaluated(at(0.7));
  const rows = await on.events(id);
  assertEquals(spans(rows), [[at(0.2), at(0.6)], [at(0.3), at(0.5)]]);
  assertEquals(rows.map((row) => row.event_name), ["Own.A.Between", "Own.Jam!"]);
  assertEquals(rows[0].event_description, "Own.A stands between 40 and 60; <b>");
  assertEquals(rows[0].enrichment, { word: "Own.Jam" });
});

systemTest("nested conditions are evaluated as one truth", {}, async (on) => {
  await on.streams.make("number", "Own.A", "Own.B", "Own.C");
  await on.configure();
  const conditions = [{
    any: [
      { stream: "<A>", operator: "greater_than", value: 80 },
      {
        all: [
          { stream: "<B>", operator: "less_than", value: 10 },
          { not: { any: [{ stream: "<C>", operator: "equals", value: 1 }] } },
        ],
      },
    ],
  }];
  const template = await on.template({
    placeholders: ["A", "B", "C"].map((name) => numberPlaceholder(name)),
    rules: [{ conditions }],
  });
  const id = await on.deploy(template, { A: "Own.A", B: "Own.B", C: "Own.C" });
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 10], [at(0.8), 81], [at(1.2), 10]);
  await on.streams.write("Own.B", [at(0), 5], [at(1), 50]);
  await on.streams.write("Own.C", [at(0.2), 0], [at(0.4), 1], [at(0.6), 2], [at(1.1), 1]);
  await on.evaluated(at(1.3));
  assertEquals(spans(await on.events(id)), [[at(0.2), at(0.4)], [at(0.6), at(1.2)]]);
});
