import { assertEquals } from "@std/assert";
import { eventView } from "../../../../domain/event/view.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";
import { withOutOfService } from "../../../../routes/push/event_frames.ts";
import { BY, eventRecord, testStorage } from "../../storage/support.ts";

Deno.test("withOutOfService() tells of a frame's event that it is out of service, and by which interval it began", async () => {
  await using on = await testStorage();
  const { storage, clock } = on, beganMs = clock.ms, ends_at = isoFromMs(clock.ms + 1_000);
  const scope = { kind: "plant_node", plant_node_floc_id: "LINE" } as const;
  const shown = (change: Parameters<typeof eventRecord>[0]) => {
    const data = eventView(eventRecord({ start_time: isoFromMs(beganMs), ...change }));
    const frame = withOutOfService(storage, { kind: "event_created", at: "", data }, clock.ms);
    const { out_of_service_id: id, out_of_service_until: until } = frame.data as typeof data;
    return [id, until];
  };
  assertEquals(shown({ id: 1, plant_node_floc_id: "LINE" }), [undefined, undefined]);
  const { id } = await storage.outOfService.create({ scope, ends_at, reason: "r", work_order: null }, BY);
  assertEquals(shown({ id: 1, plant_node_floc_id: "LINE" }), [id, ends_at]);
  assertEquals(shown({ id: 1, plant_node_floc_id: "OTHER" }), [undefined, undefined]);
  const earlier = { start_time: isoFromMs(beganMs - 1) };
  assertEquals(shown({ id: 1, plant_node_floc_id: "LINE", ...earlier }), [null, ends_at]);
  clock.ms += 1_000;
  assertEquals(shown({ id: 1, plant_node_floc_id: "LINE" }), [id, null]);
  const other = { kind: "resource_changed", at: "", data: { type: "shelf", id: 1 } };
  assertEquals(withOutOfService(storage, other, clock.ms), other);
});
