import { answerList } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { createdText, createInstance, instanceBody } from "./instance_creation.ts";
import { answers } from "../pipeline/document/answers.ts";
import { atPlaces, placeFields, placesOf } from "../pipeline/place_filter.ts";
import { listQuery, mustExist, newRoutes, templateIdParam } from "../pipeline/route.ts";
import { instanceView } from "./views/instance.ts";
import { instance } from "./views/schemas/instance.ts";

export function templateInstanceRoutes(deps: AppDeps) {
  const { instances } = deps.storage;
  return newRoutes("Instances")
    .handle("GET /api/template-instances/{template_id}", {
      may: "viewer",
      middleware: [mustExist({
        param: "template_id",
        noun: "Template",
        code: "TEMPLATE_NOT_FOUND",
        find: (id) => deps.storage.templates.get(id),
      })],
      request: { params: templateIdParam, query: listQuery(placeFields) },
      operationId: "listTemplateInstances",
      responses: answers("The template's instances", { list: instance, refuses: ["TEMPLATE_NOT_FOUND"] }),
    }, (c) =>
      answerList(c, {
        rows: atPlaces(
          instances.list({ template_id: c.req.valid("param").template_id }),
          placesOf(deps.storage, c.req.valid("query")),
        ),
        query: c.req.valid("query"),
        view: (instance) => instanceView(deps, instance),
      }))
    .handle("POST /api/template-instances", {
      ...instanceBody(deps),
      may: { role: "engineer", at: "new_instance" },
      operationId: "createTemplateInstance",
      responses: answers("The new instance", {
        status: 201,
        data: instance,
        message: createdText,
      }),
    }, async (c, message) => await createInstance(c, { deps, draft: c.req.valid("json"), message }));
}
