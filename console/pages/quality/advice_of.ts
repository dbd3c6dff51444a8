import type { Schemas } from "../../api/client.ts";
import type { EventNames } from "../../parts/machine.ts";

type Statistics = Pick<Schemas["AlarmStatistics"], "advice" | "bad_actors" | "templates">;

/** An advice with what it is about. */
export type InstanceAdvice = Schemas["AlarmAdvice"] & {
  /** Its instance; null if it concerns no single instance. */
  instance: number | null;
  /** The machine, else the template whose rule it changes; "" for the plant as a whole. */
  subject: string;
};

type OfInstance = Pick<
  Statistics["bad_actors"][number],
  "instance_id" | "instance_name" | "plant_node_floc_id"
>;

/** The machine of a rule of an instance; a deleted instance by its number. */
export function machineText(
  { instance_id, instance_name, plant_node_floc_id }: OfInstance,
  { machineOf }: Pick<EventNames, "machineOf">,
): string {
  const template_instance = instance_name ?? `Instance #${instance_id}, deleted`;
  return machineOf({ template_instance, plant_node_floc_id }).machine;
}

/** The advice for the whole plant, then for its bad actors; what both say stands with the machine. */
export function adviceOf(
  { advice, bad_actors, templates }: Statistics,
  names: Pick<EventNames, "machineOf">,
): InstanceAdvice[] {
  const placed = bad_actors.flatMap((actor) =>
    actor.advice.map((one): InstanceAdvice => ({
      ...one,
      instance: actor.instance_id,
      subject: machineText(actor, names),
    }))
  );
  const said = new Set(placed.map(({ text }) => text));
  const titleOf = new Map(templates.groups.map(({ key, title }) => [key, title]));
  const whole = advice.filter(({ text }) => !said.has(text)).map((one): InstanceAdvice => ({
    ...one,
    instance: null,
    subject: titleOf.get(String(one.template_id)) ?? "",
  }));
  return [...whole, ...placed];
}
