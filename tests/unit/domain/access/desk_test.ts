import { assertEquals } from "@std/assert";
import { grantsOfDesk, shownGrants } from "../../../../domain/access/desk.ts";

Deno.test("grantsOfDesk() allows no administration, in the whole plant and in areas", () => {
  assertEquals(grantsOfDesk({ role: "operator" }), { role: "operator", grants: [] });
  assertEquals(grantsOfDesk({ role: "admin" }), { role: "engineer", grants: [] });
  assertEquals(grantsOfDesk({ role: "viewer", grants: [{ role: "admin", area_ids: [3] }] }), {
    role: "viewer",
    grants: [{ role: "engineer", area_ids: [3] }],
  });
});

Deno.test("shownGrants() are a person's own, and of a desk what may be done there", () => {
  assertEquals(shownGrants({ role: "admin" }), { role: "admin", grants: [] });
  assertEquals(shownGrants({ role: "admin", shared_desk: true }), { role: "engineer", grants: [] });
});
