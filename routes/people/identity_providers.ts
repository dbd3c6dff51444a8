import {
  identityProviderChangeSchema,
  identityProviderSchema,
} from "../../domain/identity_provider/schema.ts";
import type { IdentityProviderRecord, TestFinding } from "../../domain/identity_provider/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { afterLogoutAddress, logoutAddress, redirectAddress } from "../pipeline/own_origin.ts";
import { unknownAreas } from "../pipeline/references.ts";
import { body, idParam, oneOf } from "../pipeline/route.ts";
import { identityProviderView } from "./views/identity_provider.ts";
import {
  identityProviderExample,
  identityProviderShown,
  identityProviderTestShown,
} from "./views/schemas/identity_provider.ts";

export function identityProviderRoutes(deps: AppDeps) {
  const { settings, storage: { identityProviders } } = deps;
  const { found, exists } = oneOf({ noun: "Identity provider", find: (id) => identityProviders.get(id) });
  const { storage } = deps;
  return new NounRoutes({
    tag: "Identity providers",
    what: "identity provider",
    operation: { one: "IdentityProvider", many: "IdentityProviders" },
    path: "/api/identity-providers",
    records: identityProviders,
    may: { read: "admin", write: "admin" },
    check: ({ grants }) => unknownAreas(storage, grants),
    shown: identityProviderShown,
    view: (record: IdentityProviderRecord, c) =>
      identityProviderView(record, {
        redirect_address: redirectAddress(c, { settings, providerId: record.id }),
        after_logout_address: afterLogoutAddress(c, settings),
        backchannel_logout_address: logoutAddress(c, { settings, providerId: record.id }),
      }),
  })
    .list("The identity providers, without their secrets")
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
    .handle({
      method: "post",
      path: "/api/identity-providers/{id}/test",
      middleware: [exists],
      request: { params: idParam },
      may: "admin",
      description:
        "Reads the provider's configuration and keys, and asks it whether it accepts the client, the " +
        "redirect address and the claims, without signing anybody in.",
      operationId: "testIdentityProvider",
      responses: answers("What works and what does not", {
        data: identityProviderTestShown,
        message: ({ name, status }: { name: string; status: TestFinding["status"] }) =>
          `Identity provider "${name}": ${TESTED[status]}`,
        of: { name: "corp", status: identityProviderTestShown.example.status },
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.valid("param").id);
      const redirect_address = redirectAddress(c, { settings, providerId: id });
      const findings = await deps.identity.test(await identityProviders.settings(id), redirect_address);
      const status = worstOf(findings);
      const tested_at = isoFromMs(deps.now());
      const data = { status, findings, redirect_address, tested_at };
      return answerWritten(c, { message: message({ name, status }), data });
    });
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
