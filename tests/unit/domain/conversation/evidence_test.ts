import { assertEquals } from "@std/assert";
import { namedIn } from "../../../../domain/conversation/evidence.ts";

const EVENTS: [string, number[]][] = [
  ["See [event:42] and [event: #7].", [42, 7]],
  ["Event 12 is over, events 13, 14 and 15 are not.", [12, 13, 14, 15]],
  ["Event #9 (and #10)", [9, 10]],
  ["event id 5", [5]],
  ["12 events in 24 hours, 3 critical", []],
  ["The event 2 hours ago", []],
  ["It would have raised 40 events (20 a day, 3 chattering); events 7 per week", []],
  ["An event 50% likely, event 2.5", []],
  ["[event:99999999999999999999]", []],
];

for (const [text, ids] of EVENTS) {
  Deno.test(`namedIn() finds ${ids.length === 0 ? "no event" : `events ${ids}`} in "${text}"`, () => {
    assertEquals(namedIn(text).events, ids);
  });
}

Deno.test("namedIn() reads an answer in time that grows with its length", () => {
  assertEquals(namedIn(`event${" ".repeat(1_000_000)}x`).events, []);
});

const STREAMS: [string, string[]][] = [
  ["[stream:Line1.Pump1.Pressure] is high", ["Line1.Pump1.Pressure"]],
  ["[stream:A name with spaces]", ["A name with spaces"]],
  ["`Line1.Pump1` and `x = 3`", ["Line1.Pump1"]],
  ["Look at Hillcrest.Line2.Mixer.Temperature.", ["Hillcrest.Line2.Mixer.Temperature"]],
  ["e.g. 3.5 bar, see www.example.com/a.b.c or mail a@b.c.d", []],
  ["Line1.Pump1 alone", []],
];

for (const [text, names] of STREAMS) {
  Deno.test(`namedIn() finds ${names.length === 0 ? "no stream" : names.join(", ")} in "${text}"`, () => {
    assertEquals(namedIn(text).streams, names);
  });
}

Deno.test("namedIn() takes at most 100 names of each kind", () => {
  const text = Array.from({ length: 150 }, (_, at) => `[event:${at + 1}] [stream:S${at}]`).join(" ");
  assertEquals([namedIn(text).events.length, namedIn(text).streams.length], [100, 100]);
});
