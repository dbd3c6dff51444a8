import { assertEquals, assertMatch } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { systemTest } from "../support/running_system.ts";
import { tokenForge } from "../support/token_forge.ts";

const AUDIENCE = "https://andon.example/api";
const NODE = { name: "N", parent_id: "ROOT", node_type: "site" };

systemTest(
  "a token with roles in areas acts there, and is refused elsewhere by role, 404, area and 400 in this order",
  {
    configuration: null,
  },
  async ({ client }) => {
    await using forge = await tokenForge();
    const make = (path: string, body: Json) => client.ok("POST", path, body);
    await make("/api/plant-model", { ...NODE, floc_id: "ROOT", parent_id: null, node_type: "enterprise" });
    for (const floc_id of ["NORTH", "SOUTH"]) await make("/api/plant-model", { ...NODE, floc_id });
    const { data: north } = await make("/api/areas", { name: "North", plant_node_ids: ["NORTH"] });
    await make("/api/areas", { name: "South", plant_node_ids: ["SOUTH"] });
    await make("/api/identity-providers", {
      name: "corp",
      issuer: forge.issuer,
      client_id: "andon",
      audience: AUDIENCE,
      grants: [
        { group: "north-engineers", role: "engineer", area_ids: [north.id] },
        { group: "north-operators", role: "operator", area_ids: [north.id] },
        { group: "andon.read", role: "viewer" },
        { group: "andon.operate", role: "operator" },
      ],
    });
    const put = async (floc: string, claims: Json, body: Json = { name: "Renamed" }) => {
      const token = await forge.sign(forge.claims({ aud: AUDIENCE, ...claims }));
      const answer = await fetch(`${client.baseUrl}/api/plant-model/${floc}`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { error = "", details } = await answer.json();
      return { found: [answer.status, details?.error_code ?? null], error };
    };
    const engineer = { groups: ["north-engineers"] }, operator = { groups: ["north-operators"] };
    const wrong = { no_field: 1 };
    assertEquals((await put("NORTH", engineer)).found, [200, null]);
    const role = await put("NOWHERE", operator, wrong);
    assertEquals(role.found, [403, "FORBIDDEN"]);
    assertMatch(role.error, /needs the role engineer/);
    assertEquals((await put("NOWHERE", engineer, wrong)).found, [404, "NOT_FOUND"]);
    const area = await put("SOUTH", engineer, wrong);
    assertEquals(area.found, [403, "FORBIDDEN"]);
    assertMatch(area.error, /needs the role engineer in the area "South"/);
    assertEquals((await put("NORTH", engineer, wrong)).found, [400, "VALIDATION_FAILED"]);
    // A scope limits what the groups allow, in areas too.
    for (const scope of ["andon.read", "andon.operate"]) {
      assertEquals((await put("NORTH", { ...engineer, scope })).found, [403, "FORBIDDEN"], scope);
    }
  },
);
