import { assertEquals } from "@std/assert";
import {
  identityProviderBody,
  identityProviderValues,
  issuerIssues,
} from "../../../console/pages/settings/identity_provider_model.ts";
import { prefilledBy, presetOfIssuer, PRESETS } from "../../../console/pages/settings/provider_presets.ts";
import { identityProviderSchema } from "../../../domain/identity_provider/schema.ts";

const NEW = identityProviderValues(undefined);

Deno.test("groups without areas have their role in the whole plant, and what is empty is unset", () => {
  const grants = [
    { group: "/plant/operators", role: "operator" as const, area_ids: [] },
    { group: "[a] group", role: "engineer" as const, area_ids: [1, 4] },
  ];
  const body = identityProviderBody({ ...NEW, grants });
  assertEquals(body.grants, [
    { role: "operator", group: "/plant/operators", area_ids: null },
    { role: "engineer", group: "[a] group", area_ids: [1, 4] },
  ]);
  assertEquals([body.audience, body.button_label, "client_secret" in body], [null, null, false]);
});

Deno.test("a directory's empty fields stay unset, and OpenID Connect has none of them", () => {
  assertEquals(identityProviderBody(NEW).ldap, null);
  const ldap = { ...NEW.ldap, user_base: "ou=people,dc=example" };
  assertEquals(identityProviderBody({ ...NEW, kind: "ldap", ldap }).ldap, {
    ...ldap,
    group_base: null,
    ca: null,
  });
});

Deno.test("a kind fills in what nobody has changed, and keeps what somebody has", () => {
  const entra = { ...NEW, ...prefilledBy("entra_id", NEW), kind: "entra_id" as const };
  assertEquals([entra.issuer, entra.groups_claim], [
    "https://login.microsoftonline.com/<tenant id>/v2.0",
    "roles",
  ]);
  const typed = { ...entra, issuer: "https://login.example.org/realms/plant", scopes: "openid email" };
  assertEquals(prefilledBy("authelia", typed), {
    issuer: "https://login.example.org/realms/plant",
    scopes: "openid email",
    username_claim: "preferred_username",
    groups_claim: "groups",
  });
  assertEquals(prefilledBy("ldap", entra).issuer, "");
});

Deno.test("what a preset leaves open in the issuer must be replaced, and the rest of a preset is valid", () => {
  for (const { values } of Object.values(PRESETS)) {
    const open = issuerIssues({ ...NEW, ...values });
    assertEquals(open.map(({ path }) => path), values.issuer === "" ? [] : ["issuer"]);
    const issuer = values.issuer.replace(/<[^>]*>/g, "a") || "https://a";
    const body = { name: "corp", client_id: "a", ...values, issuer };
    assertEquals([issuerIssues({ ...NEW, issuer }), identityProviderSchema.safeParse(body).success], [
      [],
      true,
    ]);
  }
});

Deno.test("presetOfIssuer() knows the hints for a stored provider", () => {
  assertEquals(presetOfIssuer("https://login.microsoftonline.com/1b/v2.0"), "entra_id");
  assertEquals(presetOfIssuer("https://keycloak.example.org/realms/plant"), "keycloak");
  assertEquals(presetOfIssuer("https://auth.example.org"), "oidc");
});
