import { type Api, type Schemas, unwrap } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { bodyOf, issuesOfDraft } from "../../rules/template_body.ts";
import type { Template, TemplateInstance } from "./template_reading.ts";

/** The draft in its package, which is made where the draft names a new one. */
export async function inPackage(api: Api, draft: TemplateDraft): Promise<TemplateDraft> {
  const { new_package: name = "", ...rest } = draft;
  if (draft.package_id !== null || name.trim() === "") return draft;
  try {
    const { data } = await unwrap(
      api.POST("/api/packages", { body: { name: name.trim(), description: "" } }),
    );
    return { ...rest, package_id: data.id };
  } catch (error) {
    const { message, code, status, details, issues } = problemOf(error);
    const placed = issues.map((issue) => issue.path === "name" ? { ...issue, path: "new_package" } : issue);
    throw new ApiProblem(message, { code, status, details: { ...details, issues: placed } });
  }
}

/** Stores a draft; throws an ApiProblem with issues at the draft's paths. */
export async function writeTemplate(
  api: Api,
  { id, draft }: { id: number | undefined; draft: TemplateDraft },
): Promise<Template> {
  try {
    const { is_active, allow_instances, ...body } = bodyOf(draft);
    if (id === undefined) return (await unwrap(api.POST("/api/templates", { body }))).template;
    const params = { path: { id } };
    const whole = { ...body, is_active, allow_instances };
    return (await unwrap(api.PUT("/api/templates/{id}", { params, body: whole }))).data;
  } catch (error) {
    throw atDraft(problemOf(error), draft);
  }
}

/** Stores a draft as a new version; throws like `writeTemplate`. */
export async function writeVersion(
  api: Api,
  { id, draft, note }: { id: number; draft: TemplateDraft; note: string },
): Promise<Schemas["TemplateVersion"]> {
  try {
    const { package_id: _, is_active: __, allow_instances: ___, ...content } = bodyOf(draft);
    const body = { ...content, note };
    return (await unwrap(api.POST("/api/templates/{id}/versions", { params: { path: { id } }, body }))).data;
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

/** Instances per call, so that each call ends well before its deadline. */
const BATCH_SIZE = 100;

/** The instances that failed, with the reason. */
export interface CommandResult {
  failed: { name: string; reason: string }[];
}

/** Deploys or undeploys instances in batches; `onProgress` receives the number done. */
export async function commandInstances(
  api: Api,
  { command, instances, onProgress }: {
    command: "deploy" | "undeploy";
    instances: readonly TemplateInstance[];
    onProgress(done: number): void;
  },
): Promise<CommandResult> {
  const failed: CommandResult["failed"] = [];
  for (let first = 0; first < instances.length; first += BATCH_SIZE) {
    const some = instances.slice(first, first + BATCH_SIZE);
    const body = { instance_ids: some.map(({ id }) => id) };
    const { data } = command === "deploy"
      ? await unwrap(api.POST("/api/instances/bulk-deploy", { body }))
      : await unwrap(api.POST("/api/instances/bulk-undeploy", { body }));
    for (const item of data.items) {
      if (item.status !== "failed") continue;
      const reason = item.problems?.[0]?.message ?? "Rejected by the server";
      failed.push({ name: item.instance_name ?? `#${item.id}`, reason });
    }
    onProgress(first + some.length);
  }
  return { failed };
}
