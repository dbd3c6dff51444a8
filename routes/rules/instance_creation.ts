import type { z } from "@hono/zod-openapi";
import { instanceSchema } from "../../domain/instance/schema.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { answerCreated } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { bindBody, newInstanceIssues } from "./instance_input.ts";
import { body } from "../pipeline/route.ts";
import { instanceView } from "./views/instance.ts";
import { instanceExample } from "./views/schemas/instance.ts";

/** The checks of the body that both routes for creating an instance share. */
export function instanceBody({ storage }: AppDeps) {
  return {
    check: (given: Record<string, unknown>) => newInstanceIssues(storage, given),
    request: { body: body(instanceSchema, instanceExample) },
  };
}

/** Creates an instance from a checked body. */
export async function createInstance(
  c: AppContext,
  { deps, draft, message }: {
    deps: AppDeps;
    draft: z.infer<typeof instanceSchema>;
    message: typeof createdText;
  },
) {
  const { template_id, instance_name, plant_node_floc_id, ...forms } = draft;
  const template = deps.storage.templates.get(template_id);
  if (template === undefined) {
    throw invalid("template_id", `Template ${template_id} does not exist`);
  }
  const bindings = bindBody(deps.storage, { forms, template })?.bindings ?? {};
  const created = await deps.storage.instances.create(
    { template_id, instance_name, plant_node_floc_id, bindings },
    actorOf(c),
  );
  return answerCreated(c, { message: message(created), data: instanceView(deps, created) });
}

export function createdText({ instance_name }: { instance_name: string }): string {
  return `Instance "${instance_name}" is created`;
}
