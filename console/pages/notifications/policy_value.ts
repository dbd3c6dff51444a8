import { POLICY_DEFAULTS } from "../../../domain/notification_policy/limits.ts";
import type { Schemas, Severity } from "../../api/client.ts";
import { picked } from "../../../domain/shared/picked.ts";
import type { Policy } from "./policy_sentence.ts";

/** A policy as its form holds it: what is picked from lists is text. */
export interface PolicyValue {
  name: string;
  match: Record<keyof Policy["match"], string[]>;
  continue: boolean;
  group_by: string[];
  group_wait_seconds: number;
  group_interval_seconds: number;
  steps: { after_minutes: number; to: string[] }[];
  repeat: Policy["repeat"];
  repeat_interval_minutes: number;
  hours: Policy["hours"];
  stop_on: string[];
  notify_resolved: boolean;
}

const NEW: PolicyValue = {
  ...POLICY_DEFAULTS,
  group_by: [...POLICY_DEFAULTS.group_by],
  stop_on: [...POLICY_DEFAULTS.stop_on],
  name: "",
  match: { area_ids: [], plant_node_ids: [], categories: [], severities: [], template_ids: [], flags: [] },
  steps: [{ after_minutes: 0, to: [] }],
};

/** What a form begins with. */
export function valueOf(policy: Policy | undefined): PolicyValue {
  if (policy === undefined) return NEW;
  const { match, steps, name } = policy;
  return {
    ...picked(POLICY_DEFAULTS, policy),
    name,
    match: {
      area_ids: match.area_ids.map(String),
      plant_node_ids: match.plant_node_ids,
      categories: match.categories,
      severities: match.severities,
      template_ids: match.template_ids.map(String),
      flags: match.flags,
    },
    steps: steps.map(({ after_minutes, to }) => ({
      after_minutes,
      to: to.map(({ kind, id }) => `${kind}/${id}`),
    })),
  };
}

/** An event that has not happened, as a preview takes it. */
export interface SampleEvent {
  severity?: Severity;
  category?: string;
  template_id?: number | null;
  plant_node_floc_id?: string | null;
  flags?: Schemas["NotificationPolicy"]["match"]["flags"];
}

/** The steps that call somebody, by their index. */
export function stepsThatCall({ steps }: Pick<PolicyValue, "steps">): number[] {
  return steps.flatMap(({ to }, at) => to.length === 0 ? [] : [at]);
}

/** An event that the policy takes, as far as one of each list makes it so. */
export function fittingEvent(
  { match }: Pick<PolicyValue, "match">,
  areas: readonly { id: number; plant_node_ids: readonly string[] }[],
): SampleEvent {
  const { severities, categories, template_ids, plant_node_ids, area_ids, flags } = bodyMatch(match);
  const inArea = areas.find(({ id }) => area_ids.includes(id))?.plant_node_ids[0];
  return {
    severity: severities.includes("critical") ? "critical" : severities[0] ?? "critical",
    ...categories.length > 0 && { category: categories[0] },
    template_id: template_ids[0] ?? null,
    plant_node_floc_id: plant_node_ids[0] ?? inArea ?? null,
    flags: flags.slice(0, 1),
  };
}

type Body = Pick<Policy, keyof PolicyValue>;

/** What is sent. The select offers only the words of the API. */
export function bodyOf({ match, steps, group_by, stop_on, ...rest }: PolicyValue): Body {
  return {
    ...rest,
    match: bodyMatch(match),
    group_by: group_by as Policy["group_by"],
    stop_on: stop_on as Policy["stop_on"],
    steps: steps.map(({ after_minutes, to }) => ({ after_minutes, to: to.map(recipientOf) })),
  };
}

function bodyMatch(match: PolicyValue["match"]): Policy["match"] {
  return {
    area_ids: match.area_ids.map(Number),
    plant_node_ids: match.plant_node_ids,
    categories: match.categories,
    severities: match.severities as Schemas["NotificationPolicy"]["match"]["severities"],
    template_ids: match.template_ids.map(Number),
    flags: match.flags as Schemas["NotificationPolicy"]["match"]["flags"],
  };
}

function recipientOf(text: string): Policy["steps"][number]["to"][number] {
  const [kind, id] = text.split("/");
  return { kind: kind as Policy["steps"][number]["to"][number]["kind"], id: Number(id) };
}
