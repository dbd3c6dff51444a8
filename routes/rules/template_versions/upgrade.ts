import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { invalid } from "../../../domain/shared/refusal.ts";
import { templateDifference } from "../../../domain/template/difference.ts";
import type { TemplateRecord, TemplateVersion } from "../../../domain/template/types.ts";
import { byCaller, commandMany } from "../bulk_dispatch.ts";
import { counted, countedBy } from "../../pipeline/counts.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { present } from "../../pipeline/route.ts";
import { inTimeSlices } from "../../../concurrency/time_slices.ts";
import { backtestUpgrade } from "./backtest.ts";
import type { UpgradeBody } from "./body.ts";
import { type UpgradeItem, UpgradePlan } from "./plan.ts";

interface Upgrade {
  deps: AppDeps;
  templateId: number;
  version: number;
  body: UpgradeBody;
}

/** Upgrades instances, or returns the expected result. */
export async function upgraded(c: AppContext, upgrade: Upgrade) {
  const { deps, templateId, version, body } = upgrade, { templates } = deps.storage;
  const template = present(templates.get(templateId), {
    noun: "Template",
    id: templateId,
    code: "TEMPLATE_NOT_FOUND",
  });
  const versions = await templates.versions.list(templateId);
  const target = present(versions.find((each) => each.version === version), { noun: "Version", id: version });
  if (!body.dry_run && target.status !== "current") throw notCurrent(target, template);
  const { require } = byCaller(c);
  const plan = new UpgradePlan(deps, { template, versions, version, require });
  const ids = [...new Set(body.instance_ids)];
  const planned = await inTimeSlices(plan.items(ids, { bind: body.dry_run }));
  const items = body.dry_run ? planned : await carryOut(c, upgrade, planned);
  const backtested = body.dry_run && body.backtest && plan.pairs.length > 0
    ? await backtestUpgrade(c, { deps, plan, span: body })
    : { backtest: null, backtest_problem: null };
  const summary = countedBy(items, ["upgraded", "would_upgrade", "already", "failed"]);
  const differences = differencesOf(planned, { versions, target });
  return { version, dry_run: body.dry_run, items, summary, differences, ...backtested };
}

export function upgradeText({ dry_run, summary }: {
  dry_run: boolean;
  summary: { would_upgrade: number; upgraded: number };
}): string {
  return dry_run
    ? `Will upgrade ${counted(summary.would_upgrade, "instance")}`
    : `Upgraded ${counted(summary.upgraded, "instance")}`;
}

function notCurrent({ version, status }: TemplateVersion, { version: current }: TemplateRecord): Error {
  const message =
    `Version ${version} is ${status === "draft" ? "a draft" : "superseded"}; the current one is ` +
    `${current}: release ${version} first, or ask with dry_run`;
  return invalid("version", message);
}

/** Has the shards upgrade the instances that the plan found without problems. */
async function carryOut(
  c: AppContext,
  { deps, version }: Upgrade,
  planned: UpgradeItem[],
): Promise<UpgradeItem[]> {
  const ids = planned.filter(({ status }) => status === "would_upgrade").map(({ id }) => id);
  const outcomes = await commandMany(deps, { command: { type: "upgrade", version }, ids, ...byCaller(c) });
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return planned.map((item): UpgradeItem => {
    const outcome = outcomeOf.get(item.id);
    if (outcome === undefined) return item;
    const { status, problems, events = null } = outcome;
    if (status !== "upgraded" && status !== "already") {
      return { ...item, status: "failed", events: null, problems };
    }
    return { ...item, status, events };
  });
}

/** The difference from each version that the instances run on. */
function differencesOf(
  items: readonly UpgradeItem[],
  { versions, target }: { versions: readonly TemplateVersion[]; target: TemplateVersion },
) {
  const from = new Set<InstanceRecord["template_version"]>(items.map((item) => item.from_version));
  return versions.filter(({ version }) => version !== target.version && from.has(version))
    .map((before) => ({ from_version: before.version, ...templateDifference(before, target) }));
}
