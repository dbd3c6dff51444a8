import { assertEquals } from "@std/assert";
import { both, highestRole, roleIn, simplified } from "../../../../domain/access/grants.ts";
import type { Granted, Role } from "../../../../domain/access/types.ts";
import { grantsOfGroups, grantsOfToken } from "../../../../domain/identity_provider/grants.ts";

const granted = (role: Role, ...grants: [Role, number[]][]): Granted => ({
  role,
  grants: grants.map(([role, area_ids]) => ({ role, area_ids })),
});

Deno.test("the role at a place is the highest of the whole plant and of its areas", () => {
  const anna = granted("operator", ["engineer", [1, 2]], ["viewer", [3]]);
  assertEquals([[1], [2, 9], [3], [], [9]].map((ids) => roleIn(anna, ids)), [
    "engineer",
    "engineer",
    "operator",
    "operator",
    "operator",
  ]);
  assertEquals([highestRole(anna), highestRole(granted("viewer"))], ["engineer", "viewer"]);
});

Deno.test("simplified() keeps each area once, with its highest role, if that is above the whole plant's", () => {
  const many = granted("operator", ["viewer", [1]], ["engineer", [3, 2]], ["operator", [2, 4]], ["engineer", [
    2,
  ]]);
  assertEquals(simplified(many), [{ role: "engineer", area_ids: [2, 3] }]);
});

Deno.test("both() never allows more than either, in any area", () => {
  const roles: Role[] = ["viewer", "operator", "engineer", "admin"];
  const all = roles.flatMap((role) => [
    granted(role),
    granted(role, ["engineer", [1]]),
    granted(role, ["operator", [1, 2]], ["admin", [3]]),
  ]);
  for (const a of all) {
    for (const b of all) {
      const least = both(a, b);
      for (const id of [0, 1, 2, 3]) {
        const ranks = [roleIn(a, [id]), roleIn(b, [id])].map((role) => roles.indexOf(role));
        assertEquals(roles.indexOf(roleIn(least, [id])), Math.min(...ranks));
      }
    }
  }
});

Deno.test("groups have roles in the whole plant and in areas; who has roles in areas only is a viewer", () => {
  const grants = [
    { group: "all", role: "operator" as const, area_ids: null },
    { group: "north", role: "engineer" as const, area_ids: [1] },
    { group: "south", role: "operator" as const, area_ids: [2] },
  ];
  assertEquals(grantsOfGroups(["south", "north"], { grants }), {
    role: "viewer",
    grants: [{ role: "operator", area_ids: [2] }, { role: "engineer", area_ids: [1] }],
  });
  assertEquals(grantsOfGroups(["all", "south", "north"], { grants }), {
    role: "operator",
    grants: [{ role: "engineer", area_ids: [1] }],
  });
  assertEquals(grantsOfGroups(["other"], { grants }), undefined);
  const claims = { groups: ["all", "north"], scope: "south" };
  assertEquals(grantsOfToken(claims, { grants, groups_claim: "groups" }), {
    role: "viewer",
    grants: [{ role: "operator", area_ids: [2] }],
  });
});
