import { assertEquals } from "@std/assert";
import { type Delivery, eventsText, unreachedOf } from "../../../console/events/delivery_text.ts";

const FIRST = { id: 42, template_instance: "Filler", plant_node_floc_id: null, display_name: "Overfill" };
const titleOf = (event: Pick<typeof FIRST, "template_instance" | "display_name">) =>
  `${event.template_instance}: ${event.display_name}`;

Deno.test("eventsText() names the first event and counts the others", () => {
  const text = (first_event: typeof FIRST | null, event_ids: number[], event_count = event_ids.length) =>
    eventsText({ first_event, event_ids, event_count }, titleOf);
  assertEquals(text(FIRST, [42]), "Filler: Overfill");
  assertEquals(text(FIRST, [42, 43]), "Filler: Overfill and 1 more");
  assertEquals(text(FIRST, [42, 43], 300), "Filler: Overfill and 299 more");
  assertEquals(text(null, [42]), "#42");
  assertEquals(text(null, []), "");
});

Deno.test("unreachedOf() names each way of those whom nothing has reached, with its last failure", () => {
  const row = (
    id: string,
    state: Delivery["state"],
    contact_point_id: number,
    user_id: number | null = null,
  ) => ({ id, state, contact_point_id, user_id }) as Delivery;
  const rows = [
    row("anna by mail", "failed", 1, 1),
    row("anna by phone", "accepted", 2, 1),
    row("ben by mail", "failed", 1, 2),
    row("ben by phone", "failed", 2, 2),
    row("chat", "failed", 3),
    row("chat again", "failed", 3),
    row("mail list", "failed", 1),
    row("mail list again", "queued", 1),
  ];
  assertEquals(unreachedOf(rows).map(({ id }) => id), ["ben by mail", "ben by phone", "chat again"]);
});
