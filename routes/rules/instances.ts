import { type BindingForms, instanceChangeSchema } from "../../domain/instance/schema.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { answerData, answerDone, answerList, answerNamed, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf } from "../pipeline/env.ts";
import { createdText, createInstance, instanceBody } from "./instance_creation.ts";
import { bindBody, changedInstanceIssues } from "./instance_input.ts";
import { atPlaces, placeFields, placesOf } from "../pipeline/place_filter.ts";
import { described, flag, idNumber, text } from "../pipeline/query.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, idParam, integerId, listQuery, newRoutes, oneOf, present } from "../pipeline/route.ts";
import { deployedView, instanceView } from "./views/instance.ts";
import { deployedInstance, instance } from "./views/schemas/instance.ts";

export function instanceRoutes(deps: AppDeps) {
  const { storage } = deps;
  const { found, exists } = oneOf({ noun: "Instance", find: (id) => storage.instances.get(id) });
  const view = (instance: InstanceRecord) => instanceView(deps, instance);
  const { instances } = deps.storage;
  const one = { middleware: [exists], request: { params: idParam } };
  return newRoutes("Instances")
    .handle("GET /api/instances", {
      may: "viewer",
      request: { query: listQuery(listFields) },
      operationId: "listInstances",
      responses: answers("The instances with their status", { list: instance }),
    }, (c) => {
      const query = c.req.valid("query");
      const { template_id, package_id, category, is_active, is_deployed, stream_id } = query;
      const filter = { template_id, package_id, category, is_active, is_deployed, stream_id };
      const rows = atPlaces(storage.instances.list(filter), placesOf(storage, query));
      return answerList(c, { rows, query, view });
    })
    .handle("POST /api/instances", {
      ...instanceBody(deps),
      may: { role: "engineer", at: "new_instance" },
      operationId: "createInstance",
      responses: answers("The new instance", {
        status: 201,
        data: instance,
        message: createdText,
      }),
    }, async (c, message) => await createInstance(c, { deps, draft: c.req.valid("json"), message }))
    .handle("GET /api/instances/{id}", {
      ...one,
      may: "viewer",
      operationId: "getInstance",
      responses: answers("The instance", { data: instance }),
    }, (c) => answerData(c, view(found(c.req.valid("param").id))))
    .handle("PUT /api/instances/{id}", {
      ...one,
      may: { role: "engineer", at: "instance" },
      check: (given, c) => {
        const current = instances.get(integerId(c.req.param("id")) ?? 0);
        return current === undefined ? [] : changedInstanceIssues(deps.storage, { given, current });
      },
      request: {
        params: idParam,
        body: body(instanceChangeSchema, { instance_name: "Pump 1", plant_node_floc_id: null }),
      },
      operationId: "updateInstance",
      responses: answers("The changed instance", {
        data: instance,
        message: ({ instance_name }: { instance_name: string }) => `Instance "${instance_name}" is updated`,
        refuses: ["NOT_FOUND", "TEMPLATE_NOT_FOUND", "INSTANCE_IN_USE"],
      }),
    }, async (c, message) => {
      const current = found(c.req.valid("param").id);
      const { placeholders, placeholder_mappings, ...change } = c.req.valid("json");
      const bindings = bindingsOf(deps, { current, forms: { placeholders, placeholder_mappings } });
      const updated = await storage.instances.update(current.id, { ...change, ...bindings }, actorOf(c));
      return answerWritten(c, {
        message: message(updated),
        data: view(updated),
      });
    })
    .handle("DELETE /api/instances/{id}", {
      ...one,
      may: { role: "engineer", at: "instance" },
      operationId: "deleteInstance",
      responses: answers("Deleted", {
        message: ({ instance_name }: { instance_name: string }) => `Instance "${instance_name}" is deleted`,
        of: { instance_name: "Pump 1" },
        refuses: ["INSTANCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, instance_name } = found(c.req.valid("param").id);
      await storage.instances.remove(id, actorOf(c));
      return answerDone(c, message({ instance_name }));
    })
    .handle("POST /api/instances/{id}/deploy", {
      ...one,
      may: { role: "engineer", at: "instance" },
      operationId: "deployInstance",
      responses: answers("The deployed instance", {
        message: ({ instance_name }: { instance_name: string }) => `Instance "${instance_name}" is deployed`,
        of: { instance_name: "Pump 1" },
        named: { instance: deployedInstance },
        refuses: ["INSTANCE_DEPLOYMENT_FAILED"],
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const instance = await deps.instance(id).ask<InstanceRecord>({ type: "deploy", by: actorOf(c) });
      return answerNamed(c, {
        status: 200,
        message: message(instance),
        named: { instance: await deployedView(deps, instance) },
      });
    })
    .handle("POST /api/instances/{id}/undeploy", {
      ...one,
      may: { role: "engineer", at: "instance" },
      operationId: "undeployInstance",
      responses: answers("The undeployed instance; its active events are closed", {
        data: instance,
        message: ({ instance_name }: { instance_name: string }) =>
          `Instance "${instance_name}" is undeployed`,
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const instance = await deps.instance(id).ask<InstanceRecord>({ type: "undeploy", by: actorOf(c) });
      return answerWritten(c, { message: message(instance), data: view(instance) });
    });
}

function bindingsOf(
  { storage }: AppDeps,
  { current, forms }: { current: InstanceRecord; forms: BindingForms },
) {
  const template = present(storage.templates.get(current.template_id), {
    noun: "Template",
    id: current.template_id,
    code: "TEMPLATE_NOT_FOUND",
  });
  const given = bindBody(storage, { forms, template, current });
  return given === undefined ? {} : { bindings: given.bindings };
}

const listFields = {
  template_id: idNumber().optional(),
  package_id: idNumber().optional(),
  category: text().optional(),
  is_active: flag().optional(),
  is_deployed: flag().optional(),
  ...placeFields,
  stream_id: described(idNumber(), "Only instances whose bindings or rules use this stream"),
};
