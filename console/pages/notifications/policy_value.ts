import type { Schemas } from "../../api/client.ts";
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
  repeat: number;
  repeat_interval_minutes: number;
  stop_on: string[];
  notify_resolved: boolean;
}

const NEW: PolicyValue = {
  name: "",
  match: { area_ids: [], plant_node_ids: [], categories: [], severities: [], template_ids: [], flags: [] },
  continue: false,
  group_by: ["plant_node"],
  group_wait_seconds: 30,
  group_interval_seconds: 300,
  steps: [{ after_minutes: 0, to: [] }],
  repeat: 0,
  repeat_interval_minutes: 240,
  stop_on: ["acknowledge", "close", "shelve"],
  notify_resolved: true,
};

/** What a form begins with. */
export function valueOf(policy: Policy | undefined): PolicyValue {
  if (policy === undefined) return NEW;
  const { match, steps, group_by, stop_on } = policy;
  return {
    name: policy.name,
    match: {
      area_ids: match.area_ids.map(String),
      plant_node_ids: match.plant_node_ids,
      categories: match.categories,
      severities: match.severities,
      template_ids: match.template_ids.map(String),
      flags: match.flags,
    },
    continue: policy.continue,
    group_by,
    group_wait_seconds: policy.group_wait_seconds,
    group_interval_seconds: policy.group_interval_seconds,
    steps: steps.map(({ after_minutes, to }) => ({
      after_minutes,
      to: to.map(({ kind, id }) => `${kind}/${id}`),
    })),
    repeat: policy.repeat,
    repeat_interval_minutes: policy.repeat_interval_minutes,
    stop_on,
    notify_resolved: policy.notify_resolved,
  };
}

type Body = Pick<Policy, keyof PolicyValue>;

/** What is sent. The select offers only the words of the API. */
export function bodyOf({ match, steps, group_by, stop_on, ...rest }: PolicyValue): Body {
  return {
    ...rest,
    match: {
      area_ids: match.area_ids.map(Number),
      plant_node_ids: match.plant_node_ids,
      categories: match.categories,
      severities: match.severities as Schemas["NotificationPolicy"]["match"]["severities"],
      template_ids: match.template_ids.map(Number),
      flags: match.flags as Schemas["NotificationPolicy"]["match"]["flags"],
    },
    group_by: group_by as Policy["group_by"],
    stop_on: stop_on as Policy["stop_on"],
    steps: steps.map(({ after_minutes, to }) => ({ after_minutes, to: to.map(recipientOf) })),
  };
}

function recipientOf(text: string): Policy["steps"][number]["to"][number] {
  const [kind, id] = text.split("/");
  return { kind: kind as Policy["steps"][number]["to"][number]["kind"], id: Number(id) };
}
