import { assert, assertEquals } from "@std/assert";
import { type EventRecord, SEVERITIES } from "../../domain/event/types.ts";
import { storedEvents } from "../support/stored_events.ts";
import { seeded } from "../support/seeded.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { type Json, makePackage, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const nowMs = Date.UTC(2026, 0, 31, 12);
const as = "viewer";

/** Events of the last four hours, a third of them active, of two existing templates and a deleted one. */
async function prepared(app: TestApp): Promise<{ all: EventRecord[]; templates: number[] }> {
  const package_id = await makePackage(app);
  const templates: number[] = [];
  for (const name of ["Pumps", "Fans"]) {
    const body = { ...templateBody(package_id), name };
    templates.push((await app.call("POST /api/templates", { as: "engineer", body })).body.template.id);
  }
  const random = seeded(9);
  const pick = (most: number) => Math.floor(random() * most);
  const all = Array.from({ length: 150 }, (_, i) => {
    const startMs = nowMs - pick(240) * 60_000;
    const endMs = Math.min(nowMs, startMs + pick(80) * 60_000);
    const is_active = pick(3) === 0;
    return eventRecord({
      id: i + 1,
      is_active,
      severity: SEVERITIES[pick(4)],
      instance_id: i + 1,
      category: ["health", "custom"][pick(2)],
      template_id: [...templates, 777][pick(3)],
      start_time: new Date(startMs).toISOString(),
      end_time: is_active ? null : new Date(endMs).toISOString(),
    });
  });
  for (const event of all) await app.storage.store.commit(storedEvents(event), 1);
  return { all, templates };
}

/** What was active in the last hours, newest first. */
function activeIn(all: EventRecord[], hours: number): EventRecord[] {
  const since = new Date(nowMs - hours * 3_600_000).toISOString();
  return all.filter((event) => event.end_time === null || event.end_time > since || event.start_time >= since)
    .sort((a, b) => b.start_time.localeCompare(a.start_time) || b.id - a.id);
}

async function wallOf(app: TestApp, query: string): Promise<Json> {
  const { status, body } = await app.call(`GET /api/event-wall-data${query}`, { as });
  assertEquals(status, 200, JSON.stringify(body));
  return body.data;
}

Deno.test("a wall by template or category equals a scan of every event", async () => {
  await using app = await testApp({ now: () => nowMs });
  const { all, templates } = await prepared(app);
  for (const layout of ["template", "category"] as const) {
    for (const hours of [0.5, 1, 3, 8760]) {
      const wall = await wallOf(app, `?hours=${hours}&layout=${layout}`);
      const expected = activeIn(all, hours);
      assertEquals(Object.keys(wall).sort(), [
        ...["generated_at", "groups", "hours", "layout", "out_of_service", "shelved", "total", "truncated"],
        ...["unacknowledged", "unacknowledged_left_until"],
      ]);
      assertEquals([wall.total, wall.shelved, wall.hours, wall.layout, wall.truncated], [
        ...[expected.length, 0, hours, layout, false],
      ]);
      for (const group of wall.groups) {
        const mine = expected.filter((event) =>
          String(layout === "template" ? event.template_id : event.category) === group.key
        );
        assertEquals(group.events.map((event: EventRecord) => event.id), mine.map((event) => event.id));
        assertEquals(group.active, mine.filter((event) => event.is_active).length);
        for (const severity of SEVERITIES) {
          assertEquals(group.counts[severity], mine.filter((event) => event.severity === severity).length);
        }
      }
      const shown = wall.groups.flatMap((group: Json) => group.events);
      assertEquals(shown.length, expected.length);
      assert(!("onset" in shown[0]) && shown[0].event_name !== undefined);
    }
  }
  const { groups } = await wallOf(app, "");
  const heads = Object.fromEntries(groups.map(({ key, title, color }: Json) => [key, [title, color]]));
  assertEquals(heads[templates[0]], ["Pumps", "#0b57a8"]);
  assertEquals(heads[777][0], "Template 777 (deleted)");
});

Deno.test("a timeline has 60 buckets and a lane a template", async () => {
  await using app = await testApp({ now: () => nowMs });
  const { all } = await prepared(app);
  const wall = await wallOf(app, "?hours=3&layout=timeline");
  const expected = activeIn(all, 3);
  assertEquals([wall.buckets.length, wall.groups, wall.total], [60, [], expected.length]);
  const starts = wall.buckets.map((bucket: Json) => Date.parse(bucket.start));
  assertEquals(starts[0], nowMs - 3 * 3_600_000);
  assert(starts.every((start: number, i: number) => start === starts[0] + i * 180_000));
  const spans = wall.lanes.flatMap((lane: Json) => lane.spans);
  assertEquals(
    spans.map((span: Json) => span.event_id).sort(),
    expected.map((event) => event.id).sort(),
  );
  for (const span of spans) {
    const { start_time, end_time, severity } = all[span.event_id - 1];
    assertEquals(span, { event_id: span.event_id, start: start_time, end: end_time, severity });
  }
});

Deno.test("the wall's defaults are an hour by template; hours and layout are checked", async () => {
  await using app = await testApp({ now: () => nowMs });
  const wall = await wallOf(app, "");
  assertEquals([wall.hours, wall.layout, wall.groups, wall.generated_at], [
    ...[1, "template", [], new Date(nowMs).toISOString()],
  ]);
  for (const hours of ["0.001", "8760"]) await wallOf(app, `?hours=${hours}`);
  for (const query of ["?hours=0&layout=grid", "?hours=8760.1&layout=", "?hours=x&layout=TEMPLATE"]) {
    const answer = await app.call(`GET /api/event-wall-data${query}`, { as });
    assertEquals([answer.status, pathsOf(answer)], [400, ["hours", "layout"]]);
  }
});
