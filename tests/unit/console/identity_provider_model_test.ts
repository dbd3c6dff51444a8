import { assertEquals } from "@std/assert";
import {
  grantIssues,
  identityProviderBody,
  identityProviderValues,
} from "../../../console/pages/settings/identity_provider_model.ts";

Deno.test("grants are written one a line, the role first; a group may contain spaces", () => {
  const values = {
    ...identityProviderValues(undefined),
    grants: " operator /plant/operators\n\nadmin Andon Administrators\n",
  };
  assertEquals(grantIssues(values), []);
  const body = identityProviderBody(values);
  assertEquals(body.grants, [
    { role: "operator", group: "/plant/operators" },
    { role: "admin", group: "Andon Administrators" },
  ]);
  assertEquals([body.audience, body.button_label, "client_secret" in body], [null, null, false]);
  for (const grants of ["root a", "operator", "/plant/operators operator"]) {
    assertEquals(grantIssues({ ...values, grants }).map(({ path }) => path), ["grants"]);
  }
});

Deno.test("a directory's empty fields stay unset, and OpenID Connect has none of them", () => {
  const values = identityProviderValues(undefined);
  assertEquals(identityProviderBody(values).ldap, null);
  const ldap = { ...values.ldap, user_base: "ou=people,dc=example" };
  assertEquals(identityProviderBody({ ...values, kind: "ldap", ldap }).ldap, {
    ...ldap,
    group_base: null,
    ca: null,
  });
});
