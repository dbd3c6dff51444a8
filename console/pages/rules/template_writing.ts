import { type Api, type Schemas, told } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { bodyOf, issuesOfDraft } from "../../rules/template_body.ts";
import type { Template, TemplateInstance } from "./template_reading.ts";

/** Stores a draft; throws an ApiProblem whose issues stand at the draft's own paths. */
export async function writeTemplate(
  api: Api,
  { id, draft }: { id: number | undefined; draft: TemplateDraft },
): Promise<Template> {
  try {
    const { is_active, allow_instances, ...body } = bodyOf(draft);
    if (id === undefined) return (await told(api.POST("/api/templates", { body }))).template;
    const params = { path: { id } };
    const whole = { ...body, is_active, allow_instances };
    return (await told(api.PUT("/api/templates/{id}", { params, body: whole }))).data;
  } catch (error) {
    throw atDraft(problemOf(error), draft);
  }
}

/** Stores a draft as a new version beside the current one; throws as `writeTemplate` does. */
export async function writeVersion(
  api: Api,
  { id, draft, note }: { id: number; draft: TemplateDraft; note: string },
): Promise<Schemas["TemplateVersion"]> {
  try {
    const { name, category, description, color, rules, placeholders } = bodyOf(draft);
    const body = { name, category, description, color, rules, placeholders, note };
    return (await told(api.POST("/api/templates/{id}/versions", { params: { path: { id } }, body }))).data;
  } catch (error) {
    throw atDraft(problemOf(error), draft);
  }
}

function atDraft(problem: ApiProblem, draft: TemplateDraft): ApiProblem {
  const { message, code, status, details, issues } = problem;
  if (issues.length === 0) return problem;
  return new ApiProblem(message, {
    code,
    status,
    details: { ...details, issues: issuesOfDraft(issues, draft) },
  });
}

/** So many instances a call, which then ends well before its deadline. */
const AT_ONCE = 100;

/** Those that would not, with why. */
export interface Commanded {
  failed: { name: string; why: string }[];
}

/** Deploys or undeploys instances, some at a time; `tell` hears how many are done. */
export async function commandInstances(
  api: Api,
  { command, instances, tell }: {
    command: "deploy" | "undeploy";
    instances: readonly TemplateInstance[];
    tell(done: number): void;
  },
): Promise<Commanded> {
  const failed: Commanded["failed"] = [];
  for (let first = 0; first < instances.length; first += AT_ONCE) {
    const some = instances.slice(first, first + AT_ONCE);
    const body = { instance_ids: some.map(({ id }) => id) };
    const { data } = command === "deploy"
      ? await told(api.POST("/api/instances/bulk-deploy", { body }))
      : await told(api.POST("/api/instances/bulk-undeploy", { body }));
    for (const item of data.items) {
      if (item.status !== "failed") continue;
      const why = item.problems?.[0]?.message ?? "It was refused";
      failed.push({ name: item.instance_name ?? `#${item.id}`, why });
    }
    tell(first + some.length);
  }
  return { failed };
}
