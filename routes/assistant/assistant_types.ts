import { assistantTypeChangeSchema, assistantTypeSchema } from "../../domain/assistant/schema.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers, isDone } from "../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { body, idParam, listQuery, newRoutes, oneOf } from "../pipeline/route.ts";
import { requireSafeTransport } from "../pipeline/secure_transport.ts";
import type { SignIn } from "../people/sign_in.ts";
import { assistantTypeView } from "./views/provider.ts";
import { assistantTypeExample, assistantTypeShown } from "./views/schemas/provider.ts";

export function assistantTypeRoutes(deps: AppDeps, signIn: SignIn) {
  const { assistantTypes } = deps.storage;
  const { found, exists } = oneOf({ noun: "Assistant type", find: (id) => assistantTypes.get(id) });
  const one = { path: "/api/assistant-types/{id}", middleware: [exists], request: { params: idParam } };
  return newRoutes("Assistant types")
    .handle(
      {
        method: "get",
        path: "/api/assistant-types",
        may: "viewer",
        request: { query: listQuery({}) },
        operationId: "listAssistantTypes",
        responses: answers("The assistant types", { list: assistantTypeShown }),
      },
      (c) =>
        answerList(c, { rows: assistantTypes.list(), query: c.req.valid("query"), view: assistantTypeView }),
    )
    .handle({
      method: "post",
      path: "/api/assistant-types",
      may: "admin",
      request: { body: body(assistantTypeSchema, assistantTypeExample) },
      description:
        "`admin_password` is the signed-in admin's own. A wrong one answers 403 and slows the next attempt down.",
      operationId: "createAssistantType",
      responses: answers("The new assistant type", {
        status: 201,
        data: assistantTypeShown,
        message: isDone("Assistant type", "created"),
      }),
    }, async (c, message) => {
      const { admin_password, ...draft } = c.req.valid("json");
      await confirmPassword(c, { deps, signIn, password: admin_password });
      const created = await assistantTypes.create(draft, actorOf(c));
      return answerCreated(c, { message: message(created), data: assistantTypeView(created) });
    })
    .handle({
      ...one,
      method: "get",
      may: "viewer",
      operationId: "getAssistantType",
      responses: answers("The assistant type", { data: assistantTypeShown }),
    }, (c) => answerData(c, assistantTypeView(found(c.req.valid("param").id))))
    .handle({
      ...one,
      method: "put",
      may: "admin",
      request: { params: idParam, body: body(assistantTypeChangeSchema, { is_active: false }) },
      description: "The text of an inactive type is sent to no model.",
      operationId: "updateAssistantType",
      responses: answers("The changed assistant type", {
        data: assistantTypeShown,
        message: isDone("Assistant type", "updated"),
      }),
    }, async (c, message) => {
      const updated = await assistantTypes.update(c.req.valid("param").id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(updated), data: assistantTypeView(updated) });
    })
    .handle({
      ...one,
      method: "delete",
      may: "admin",
      operationId: "deleteAssistantType",
      responses: answers("Deleted", {
        message: isDone("Assistant type", "deleted"),
        of: { name: "Shift advisor" },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.valid("param").id);
      await assistantTypes.remove(id, actorOf(c));
      return answerDone(c, message({ name }));
    });
}

/** Checks the signed-in admin's own password. A wrong one is FORBIDDEN and slows the next attempt down, as at sign-in. */
async function confirmPassword(
  c: AppContext,
  { deps, signIn, password }: { deps: AppDeps; signIn: SignIn; password: string },
): Promise<void> {
  requireSafeTransport(c.get("client"), deps.settings);
  await signIn.confirm(c, password);
}
