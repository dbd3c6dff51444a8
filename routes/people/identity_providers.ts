import {
  identityProviderChangeSchema,
  identityProviderSchema,
  identityProviderTestSchema,
} from "../../domain/identity_provider/schema.ts";
import type {
  IdentityProviderRecord,
  IdentityProviderSettings,
  TestFinding,
} from "../../domain/identity_provider/types.ts";
import { validationRefusal } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { answerData, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import type { AppContext } from "../pipeline/env.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { afterLogoutAddress, logoutAddress, redirectAddress } from "../pipeline/own_origin.ts";
import { unknownAreas } from "../pipeline/references.ts";
import { body, idParam, oneOf } from "../pipeline/route.ts";
import { identityProviderView } from "./views/identity_provider.ts";
import {
  identityProviderAddresses,
  identityProviderExample,
  identityProviderShown,
  identityProviderTestShown,
} from "./views/schemas/identity_provider.ts";

export function identityProviderRoutes(deps: AppDeps) {
  const { settings, storage: { identityProviders } } = deps;
  const { found, exists } = oneOf({ noun: "Identity provider", find: (id) => identityProviders.get(id) });
  const { storage } = deps;
  const addressesOf = (c: AppContext, providerId: number) => ({
    redirect_address: redirectAddress(c, { settings, providerId }),
    after_logout_address: afterLogoutAddress(c, settings),
    backchannel_logout_address: logoutAddress(c, { settings, providerId }),
  });
  async function tested(c: AppContext, provider: IdentityProviderSettings) {
    const redirect_address = redirectAddress(c, { settings, providerId: provider.id });
    const findings = await deps.identity.test(provider, redirect_address);
    return { status: worstOf(findings), findings, redirect_address, tested_at: isoFromMs(deps.now()) };
  }
  return new NounRoutes({
    tag: "Identity providers",
    what: "identity provider",
    operation: { one: "IdentityProvider", many: "IdentityProviders" },
    path: "/api/identity-providers",
    records: identityProviders,
    may: { read: "admin", write: "admin" },
    check: ({ grants }) => unknownAreas(storage, grants),
    shown: identityProviderShown,
    view: (record: IdentityProviderRecord, c) => identityProviderView(record, addressesOf(c, record.id)),
  })
    .list("The identity providers, without their secrets")
    .handle("GET /api/identity-providers/addresses", {
      may: "admin",
      description:
        "Andon's addresses for the next provider that is created, to be entered at the provider before. Another provider " +
        "that is created meanwhile takes them; the answer of the creation has those that count.",
      operationId: "getNextIdentityProviderAddresses",
      responses: answers("The addresses of the next provider", { data: identityProviderAddresses }),
    }, async (c) => answerData(c, addressesOf(c, await identityProviders.nextId())))
    .handle("POST /api/identity-providers/test", {
      may: "admin",
      request: { body: body(identityProviderTestSchema, identityProviderExample) },
      description: `${TEST_DESCRIPTION} The settings are those of the body; nothing is stored.`,
      operationId: "testUnsavedIdentityProvider",
      responses: answers("What works and what does not", {
        data: identityProviderTestShown,
        message: testMessage,
        of: testExample,
      }),
    }, async (c, message) => {
      const given = c.req.valid("json"), issues = unknownAreas(storage, given.grants);
      if (issues.length > 0) throw validationRefusal(issues);
      const data = await tested(c, await identityProviders.unsaved(given));
      return answerWritten(c, { message: message({ name: given.name, status: data.status }), data });
    })
    .create({
      body: body(identityProviderSchema, identityProviderExample),
      description:
        "At most 5, each with an issuer of its own. Its users are known by issuer and subject, are " +
        "created at their first sign-in, and are never matched to a local user. The role of each is that of the " +
        "groups at every sign-in.",
    })
    .read({ answer: "The identity provider, without its secret" })
    .update({
      body: body(identityProviderChangeSchema, { is_active: false }),
      description:
        "A change of `issuer` without a `client_secret` clears the stored secret: it is never sent to an " +
        "issuer that it was not entered for. While it is inactive, or after a change of issuer, the sessions of its " +
        "users are not accepted. Changed `grants` act with the next request, without ending a session of somebody " +
        "who still has a role. After a change of `groups_claim` sessions only read until the provider has named " +
        "the groups, which Andon asks for within a minute.",
    })
    .remove({
      description:
        "The sessions of its users end. The users stay, and sign in again at a provider of the same issuer.",
      message: ({ name }) => `Identity provider "${name}" is deleted; the sessions of its users have ended`,
    })
    .handle("POST /api/identity-providers/{id}/test", {
      middleware: [exists],
      request: { params: idParam },
      may: "admin",
      description: TEST_DESCRIPTION,
      operationId: "testIdentityProvider",
      responses: answers("What works and what does not", {
        data: identityProviderTestShown,
        message: testMessage,
        of: testExample,
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.valid("param").id);
      const data = await tested(c, await identityProviders.settings(id));
      return answerWritten(c, { message: message({ name, status: data.status }), data });
    });
}

const TEST_DESCRIPTION =
  "Reads the provider's configuration and keys, and asks it whether it accepts the client, the redirect address and " +
  "the claims, without signing anybody in. Connections go only to addresses that OUTBOUND_ALLOW permits.";

const testExample = { name: "corp", status: identityProviderTestShown.example.status };

function testMessage({ name, status }: { name: string; status: TestFinding["status"] }): string {
  return `Identity provider "${name}": ${TESTED[status]}`;
}

const TESTED: Readonly<Record<TestFinding["status"], string>> = {
  ok: "everything that can be tested works",
  failed: "people cannot sign in; see the findings",
  unclear: "nothing failed; try a sign-in in another browser",
};

function worstOf(findings: readonly TestFinding[]): TestFinding["status"] {
  const has = (status: TestFinding["status"]) => findings.some((finding) => finding.status === status);
  return has("failed") ? "failed" : has("unclear") ? "unclear" : "ok";
}
