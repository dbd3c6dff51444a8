import { z } from "@hono/zod-openapi";
import { picked } from "../../../../domain/shared/picked.ts";
import { templateContent, templateDifference, versionOrigin } from "../../../../domain/template/schema.ts";
import { VERSION_STATUSES } from "../../../../domain/template/types.ts";
import { count, id, issue, shown } from "../../../pipeline/document/shown.ts";
import { backtest } from "./backtest.ts";
import { rule, template } from "./template.ts";

const number = () => z.int().min(1);

const { rules, placeholders } = template.example;

export const templateVersion = shown(
  "TemplateVersion",
  z.strictObject({
    template_id: id(),
    version: number(),
    status: z.enum(VERSION_STATUSES).describe("New deployments use the current version"),
    ...templateContent.shape,
    rules_count: count(),
    placeholders_count: count(),
    ...versionOrigin.shape,
    deployed_instances: count().describe("Deployed instances that run on it"),
  }),
  {
    template_id: 3,
    version: 2,
    status: "draft" as const,
    note: "A higher limit",
    ...picked(templateContent.shape, template.example),
    rules_count: 1,
    placeholders_count: 2,
    created_at: "2026-01-31T09:00:00.000Z",
    created_by: "anna",
    released_at: null,
    released_by: null,
    deployed_instances: 0,
  },
);

export const currentVersionExample = {
  ...templateVersion.example,
  status: "current" as const,
  released_at: "2026-01-31T09:10:00.000Z",
  released_by: "anna",
};

/** Example body of POST: the example above without the fields that Andon sets. */
export const versionExample = { note: "A higher limit", rules, placeholders };

const difference = z.strictObject({ from_version: number(), ...templateDifference.shape })
  .openapi("TemplateDifference");

const ruleAfter = { ...rule.example, on_delay_seconds: 10 };

export const upgrade = shown(
  "Upgrade",
  z.strictObject({
    version: number(),
    dry_run: z.boolean(),
    items: z.array(z.strictObject({
      id: number(),
      instance_name: z.string().nullable(),
      status: z.enum(["upgraded", "would_upgrade", "already", "failed"]),
      from_version: number().nullable(),
      events: z.strictObject({ kept: count(), superseded: count() }).nullable().describe(
        "Active events that stay open, and that are closed as superseded",
      ),
      problems: z.array(issue.schema).optional(),
    })),
    summary: z.strictObject({
      total: count(),
      upgraded: count(),
      would_upgrade: count(),
      already: count(),
      failed: count(),
    }),
    differences: z.array(difference).describe(
      "The difference from each version that one of the instances runs on",
    ),
    backtest: z.strictObject({
      instances: count().describe("The first instances that will be upgraded"),
      before: backtest.schema,
      after: backtest.schema,
    }).nullable(),
    backtest_problem: z.string().nullable().describe("Why there is no backtest"),
  }),
  {
    version: 2,
    dry_run: true,
    items: [{
      id: 11,
      instance_name: "Pump 1",
      status: "would_upgrade" as const,
      from_version: 1,
      events: { kept: 0, superseded: 1 },
    }],
    summary: { total: 1, upgraded: 0, would_upgrade: 1, already: 0, failed: 0 },
    differences: [{
      from_version: 1,
      fields: [],
      rules: [{
        rule_id: "high",
        change: "changed" as const,
        fields: ["on_delay_seconds"],
        keeps_events: false,
        before: rule.example,
        after: ruleAfter,
      }],
      unchanged_rules: 0,
      placeholders: [],
    }],
    backtest: { instances: 1, before: backtest.example, after: backtest.example },
    backtest_problem: null,
  },
);

export const upgradeExample = { instance_ids: [11], dry_run: true };
