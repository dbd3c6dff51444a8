import { SEVERITIES, type Severity } from "../../domain/event/severity.ts";
import { PLACEHOLDER_DEFAULTS, RULE_DEFAULTS } from "../../domain/rule/defaults.ts";
import { TEMPLATE_DEFAULTS, TEMPLATE_SWITCHES } from "../../domain/template/defaults.ts";
import type { Schemas } from "../api/client.ts";
import { FIELD_LABELS, type Limit, LIMITS } from "./tag_columns.ts";
import type { TagLimits } from "./tag_limits.ts";

export type PackageDocument = Schemas["PackageDocument"];
type DocumentInstance = NonNullable<PackageDocument["instances"]>[number];

export const LIMITS_PACKAGE = "Imported limits";
const TEMPLATE = "Tag limits";

/** The placeholders of the templates: the stream, its limits and numbers. A limit that is not bound leaves its rule out. */
const STREAM = "VALUE";
const DEADBAND = "DEADBAND", DELAY = "DELAY";
const placeholderOf = (limit: Limit) => limit.toUpperCase();

/** Where the file gives no priority. */
const USUAL: Readonly<Record<Limit, Severity>> = {
  high_high: "critical",
  high: "warning",
  low: "warning",
  low_low: "critical",
};

/** A severity belongs to a rule, so each one that the file gives has a template of its own. */
export function templateOf(severity: Severity | null): string {
  return severity === null ? TEMPLATE : `${TEMPLATE}, ${severity}`;
}

/** All templates that an import may have made. */
export const TEMPLATES: readonly string[] = [null, ...SEVERITIES].map(templateOf);

export interface PlannedTag extends TagLimits {
  stream_name: string;
  plant_node_floc_id: string | null;
}

/** The package of the tags. Templates that are stored stay as they are, changed by a person or not. */
export function limitsDocument(
  tags: readonly PlannedTag[],
  stored: PackageDocument | undefined,
): PackageDocument {
  const known = new Set(stored?.templates.map(({ name }) => name));
  const severities = [...new Set(tags.map(({ severity }) => severity))];
  return {
    format: "andon-package",
    version: 1,
    exported_at: new Date(0).toISOString(),
    package: stored?.package ?? { name: LIMITS_PACKAGE, description: "Limits of tags, imported from CSV" },
    templates: severities.filter((one) => !known.has(templateOf(one))).map(limitsTemplate),
    instances: tags.map(instanceOf),
  };
}

function instanceOf(tag: PlannedTag): DocumentInstance {
  const numbers: [string, number | null | undefined][] = [
    ...LIMITS.map((limit): [string, number | undefined] => [placeholderOf(limit), tag.limits[limit]]),
    [DEADBAND, tag.deadband],
    [DELAY, tag.delay],
  ];
  return {
    template: templateOf(tag.severity),
    instance_name: tag.stream_name,
    plant_node_floc_id: tag.plant_node_floc_id,
    placeholders: [
      { placeholder_name: STREAM, stream_name: tag.stream_name },
      ...numbers.flatMap(([placeholder_name, value]) =>
        typeof value === "number" ? [{ placeholder_name, value }] : []
      ),
    ],
  };
}

function limitsTemplate(severity: Severity | null): PackageDocument["templates"][number] {
  const number = (placeholder_name: string, description: string, default_value: number | null) => ({
    ...PLACEHOLDER_DEFAULTS,
    ...{ placeholder_name, data_type: "NUM" as const, description, default_value },
    is_required: false,
  });
  return {
    ...TEMPLATE_DEFAULTS,
    ...TEMPLATE_SWITCHES,
    name: templateOf(severity),
    description: "Limits of one tag, as imported from CSV",
    category: "production",
    placeholders: [
      { ...PLACEHOLDER_DEFAULTS, placeholder_name: STREAM, data_type: "NUM", description: "The tag" },
      ...LIMITS.map((limit) => number(placeholderOf(limit), `${FIELD_LABELS[limit]} limit`, null)),
      number(DEADBAND, "Deadband of the limits", 0),
      number(DELAY, "Seconds until an event begins", 0),
    ],
    rules: LIMITS.map((limit) => ruleOf(limit, severity)),
  };
}

function ruleOf(
  limit: Limit,
  severity: Severity | null,
): PackageDocument["templates"][number]["rules"][number] {
  const isHigh = limit === "high_high" || limit === "high";
  return {
    ...RULE_DEFAULTS,
    rule_id: limit,
    rule_name: FIELD_LABELS[limit],
    event_name: `<${STREAM}>: ${FIELD_LABELS[limit].toLowerCase()}`,
    event_description: `{value} {unit} is ${isHigh ? "above" : "below"} the limit {limit} {unit}`,
    severity: severity ?? USUAL[limit],
    on_delay_seconds: `<${DELAY}>`,
    conditions: [{
      stream: `<${STREAM}>`,
      operator: isHigh ? "greater_than" : "less_than",
      value: `<${placeholderOf(limit)}>`,
      deadband: `<${DEADBAND}>`,
    }],
  };
}

/** What differs between two instances in words: "High 80 → 85"; what only one has is "none" at the other. */
export function limitChanges(before: DocumentInstance, after: DocumentInstance): string[] {
  const names = [...LIMITS.map(placeholderOf), DEADBAND, DELAY];
  const labels = [...LIMITS.map((limit) => FIELD_LABELS[limit]), FIELD_LABELS.deadband, FIELD_LABELS.delay];
  return names.flatMap((name, at) => {
    const [was, is] = [before, after].map((one) => valueOf(one, name));
    return was === is ? [] : [`${labels[at]} ${was} → ${is}`];
  });
}

function valueOf({ placeholders }: DocumentInstance, name: string): string {
  const found = placeholders.find(({ placeholder_name }) => placeholder_name === name);
  return found === undefined || !("value" in found) ? "none" : String(found.value);
}
