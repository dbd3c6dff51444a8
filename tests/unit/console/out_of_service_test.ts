import { assertEquals } from "@std/assert";
import { storedShift } from "../../../console/pages/shift/shift_start.ts";
import { endPresets, shiftEnd, spanText } from "../../../console/out_of_service/out_of_service_text.ts";
import { createPlantTime } from "../../../console/parts/plant_time.ts";
import { isHidden, isOutOfService } from "../../../console/parts/event_text.ts";
import { wallOf } from "../../../console/pages/wall/wall_model.ts";
import { event } from "./support.ts";

const NOW_MS = Date.parse("2026-01-31T08:30:00.000Z"), HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW_MS + hours * HOUR_MS).toISOString();

Deno.test("an event is hidden until its interval out of service ends", () => {
  const one = event(1, { out_of_service_until: at(1) });
  assertEquals([isOutOfService(one, NOW_MS), isOutOfService(one, NOW_MS + HOUR_MS)], [true, false]);
  const none = [event(1, { out_of_service_until: null }), event(1)];
  assertEquals(none.map((each) => isHidden(each, NOW_MS)), [false, false]);
});

Deno.test("the wall counts what is out of service apart from what is shelved", () => {
  const own = (id: number, changes = {}) => event(id, { instance_id: id, ...changes });
  const wall = wallOf({
    events: [
      own(1),
      own(2, { shelved_until: at(1) }),
      own(3, { out_of_service_until: at(1) }),
      own(4, { out_of_service_until: at(1), shelved_until: at(2) }),
      own(5, { out_of_service_until: at(-1) }),
    ],
    grouping: "template",
    hours: 1,
    nowMs: NOW_MS,
    withEnded: false,
    find: "",
    titleOf: () => "Pumps",
  });
  assertEquals([wall.active, wall.shelved, wall.outOfService], [2, 1, 2]);
});

Deno.test("spanText() says until when, and from when on if it is planned", () => {
  const time = createPlantTime("UTC", { now: () => NOW_MS });
  const text = (from: number) => spanText({ starts_at: at(from), ends_at: at(4) }, { time, nowMs: NOW_MS });
  assertEquals([text(-1), text(2)], [
    "out of service until 12:30:00 UTC",
    "planned from 10:30:00 UTC until 12:30:00 UTC",
  ]);
});

Deno.test("shiftEnd() is eight hours after this person came on, and unknown for another one", () => {
  const stored = storedShift("anna", NOW_MS);
  assertEquals(["anna", "ben"].map((username) => shiftEnd({ stored, username })), [NOW_MS + 8 * HOUR_MS, 0]);
  assertEquals(shiftEnd({ stored: "", username: "anna" }), 0);
});

Deno.test("the end of the shift is offered only while it is to come", () => {
  const labels = (shiftEndMs: number) =>
    endPresets({ beginMs: NOW_MS, shiftEndMs }).map(({ label }) => label);
  assertEquals([labels(NOW_MS + 1), labels(NOW_MS)], [
    ["End of shift", "8 h", "1 day", "1 week"],
    ["8 h", "1 day", "1 week"],
  ]);
});
