import { assistantTypeChangeSchema, assistantTypeSchema } from "../../domain/assistant/schema.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext } from "../pipeline/env.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { body } from "../pipeline/route.ts";
import { requireSafeTransport } from "../pipeline/secure_transport.ts";
import type { SignIn } from "../people/sign_in.ts";
import { assistantTypeView } from "./views/provider.ts";
import { assistantTypeExample, assistantTypeShown } from "./views/schemas/provider.ts";

export function assistantTypeRoutes(deps: AppDeps, signIn: SignIn) {
  const { assistantTypes } = deps.storage;
  return new NounRoutes({
    tag: "Assistant types",
    what: "assistant type",
    operation: { one: "AssistantType", many: "AssistantTypes" },
    path: "/api/assistant-types",
    records: assistantTypes,
    may: { read: "viewer", write: "admin" },
    shown: assistantTypeShown,
    view: assistantTypeView,
  })
    .list("The assistant types")
    .create({
      body: body(assistantTypeSchema, assistantTypeExample),
      draftOf: async ({ admin_password, ...draft }, c) => {
        await confirmPassword(c, { deps, signIn, password: admin_password });
        return draft;
      },
      description:
        "`admin_password` is the signed-in admin's own. A wrong one answers 403 and slows the next attempt down.",
    })
    .read()
    .update({
      body: body(assistantTypeChangeSchema, { is_active: false }),
      description: "The text of an inactive type is sent to no model.",
    })
    .remove({ refuses: ["RESOURCE_IN_USE"] });
}

/** Checks the signed-in admin's own password. A wrong one is FORBIDDEN and slows the next attempt down, as at sign-in. */
async function confirmPassword(
  c: AppContext,
  { deps, signIn, password }: { deps: AppDeps; signIn: SignIn; password: string },
): Promise<void> {
  requireSafeTransport(c.get("client"), deps.settings);
  await signIn.confirm(c, password);
}
