import { assertEquals } from "@std/assert";
import {
  grantIssues,
  identityProviderBody,
  identityProviderValues,
} from "../../../console/pages/settings/identity_provider_model.ts";

const AREAS = [{ id: 1, name: "North" }, { id: 4, name: "South, old" }];

Deno.test("grants are written one a line, the role first; a group may contain spaces", () => {
  const values = {
    ...identityProviderValues(undefined, AREAS),
    grants: " operator /plant/operators\n\nadmin Andon Administrators\nengineer[north, #4] [a] group\n",
  };
  assertEquals(grantIssues(values, AREAS), []);
  const body = identityProviderBody(values, AREAS);
  assertEquals(body.grants, [
    { role: "operator", group: "/plant/operators", area_ids: null },
    { role: "admin", group: "Andon Administrators", area_ids: null },
    { role: "engineer", group: "[a] group", area_ids: [1, 4] },
  ]);
  assertEquals([body.audience, body.button_label, "client_secret" in body], [null, null, false]);
  for (
    const grants of ["root a", "operator", "/plant/operators operator", "operator[] a", "operator[East] a"]
  ) {
    assertEquals(grantIssues({ ...values, grants }, AREAS).map(({ path }) => path), ["grants"]);
  }
});

Deno.test("a directory's empty fields stay unset, and OpenID Connect has none of them", () => {
  const values = identityProviderValues(undefined, AREAS);
  assertEquals(identityProviderBody(values, AREAS).ldap, null);
  const ldap = { ...values.ldap, user_base: "ou=people,dc=example" };
  assertEquals(identityProviderBody({ ...values, kind: "ldap", ldap }, AREAS).ldap, {
    ...ldap,
    group_base: null,
    ca: null,
  });
});
