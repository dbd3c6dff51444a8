import { SYSTEM_CATEGORY } from "../../../domain/event/own_event.ts";
import type { NotifiableEvent } from "../../../domain/notification/engine_types.ts";
import type { SampleEvent } from "../../../domain/notification_policy/schema.ts";
import { type Issue, validationRefusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import type { Storage } from "../../../storage/contract.ts";

const USUAL_CATEGORY = "health";
/** The most categories that a refusal names. */
const MOST_NAMED = 10;

type Stores = Pick<Storage, "templates" | "instances" | "plant">;

/** The event of a preview that has not happened. VALIDATION_FAILED for what it names and does not exist. */
export function imaginedEvent(sample: SampleEvent, at: Ms, storage: Stores): NotifiableEvent {
  const issues = unknownIn(sample, storage);
  if (issues.length > 0) throw validationRefusal(issues);
  const { severity, flags, instance_id } = sample, { instance, template } = namedBy(sample, storage);
  return {
    ...justOpened(at),
    id: 1,
    instance_id: instance_id ?? 1,
    rule_id: "sample",
    revision: 1,
    severity,
    flags,
    category: sample.category ?? template?.category ?? USUAL_CATEGORY,
    template_id: template?.id ?? 0,
    plant_node_floc_id: sample.plant_node_floc_id ?? instance?.plant_node_floc_id ?? null,
  };
}

/** The fields of an event that opens at a time and that nobody has answered. */
export function justOpened(at: Ms) {
  const time = isoFromMs(at);
  return {
    is_active: true,
    start_time: time,
    recorded_at: time,
    closed_at: null,
    acknowledged_at: null,
    shelved_until: null,
  };
}

function namedBy({ instance_id, template_id }: SampleEvent, { instances, templates }: Stores) {
  const instance = instance_id === null ? undefined : instances.get(instance_id);
  const id = template_id ?? instance?.template_id;
  return { instance, template: id === undefined ? undefined : templates.get(id) };
}

function unknownIn(sample: SampleEvent, storage: Stores): Issue[] {
  const { instance_id, template_id, plant_node_floc_id, category } = sample;
  const { instance, template } = namedBy(sample, storage);
  const issues: Issue[] = [];
  const refuse = (field: keyof SampleEvent, message: string) =>
    issues.push({ path: `event.${field}`, message });
  const missing = (what: string) => `${what} does not exist; name one that does, or none`;
  if (instance_id !== null && instance === undefined) {
    refuse("instance_id", missing(`Instance ${instance_id}`));
  }
  if (template_id !== null && template === undefined) {
    refuse("template_id", missing(`Template ${template_id}`));
  } else if (template_id !== null && instance !== undefined && instance.template_id !== template_id) {
    refuse(
      "template_id",
      `Instance ${instance_id} has template ${instance.template_id}; name that one, or none`,
    );
  }
  if (plant_node_floc_id !== null && storage.plant.get(plant_node_floc_id) === undefined) {
    refuse("plant_node_floc_id", missing(`Plant node "${plant_node_floc_id}"`));
  }
  if (category !== undefined) {
    const known = new Set([...storage.templates.list({}).map((one) => one.category), SYSTEM_CATEGORY]);
    const names = [...known].toSorted().slice(0, MOST_NAMED).join(", ");
    if (!known.has(category)) {
      refuse(
        "category",
        `Category "${category}" does not exist; name that of a template, such as ${names}, or none`,
      );
    }
  }
  return issues;
}
