import type { Actor } from "../domain/access/types.ts";
import { DRILL_LIMITS, drillEndMs, drillEvent, type DrillRecord, endedDrill } from "../domain/event/drill.ts";
import type { EventRecord } from "../domain/event/types.ts";
import { displayNameOf } from "../domain/event/view.ts";
import { bindTextsAgain } from "../domain/rule/bind.ts";
import { leftOutRules, unboundText } from "../domain/rule/left_out.ts";
import type { Check, Key } from "../domain/shared/commit.ts";
import { invalid, missing, Refusal } from "../domain/shared/refusal.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { Page, PageRequest } from "./page.ts";
import { Templates } from "./templates.ts";
import { audit, auditOf, freshId, type NounContext, unchanged, unchangedMark, write } from "./write.ts";
import { openEvent, saveEvent } from "./writes/event.ts";

/** The rule of an instance that a drill stands for. */
export interface DrilledRule {
  instance_id: number;
  rule_id: string;
}

/** A drill: its event, and who started it. */
export interface StoredDrill extends Pick<DrillRecord, "started_by"> {
  event: EventRecord;
}

export interface DrillFilter {
  instanceId?: number;
  /** Only the last drill of each rule of the instance. */
  isLast?: boolean;
}

/**
 * Drills, by the index of those that run and the lists of all. Drills: events that test whether people are reached.
 */
export class NotificationDrills {
  readonly #templates: Pick<Templates, "deployedAs">;

  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {
    this.#templates = new Templates(context, mirrors);
  }

  /** The event that a drill would be, without an id. Throws VALIDATION_FAILED for a rule that is not deployed. */
  eventOf({ instance_id, rule_id }: DrilledRule): EventRecord {
    const instance = this.mirrors.instances.get(instance_id);
    if (instance === undefined) throw invalid("instance_id", missing("instance", instance_id));
    const name = `Instance "${instance.instance_name}"`;
    const template = this.#templates.deployedAs(instance);
    if (!instance.is_deployed || template === undefined) {
      throw invalid("instance_id", `${name} is not deployed; deploy it first`);
    }
    const rule = template.rules.find((each) => each.rule_id === rule_id);
    if (rule === undefined) throw invalid("rule_id", `${name} has no rule "${rule_id}"`);
    const [leftOut] = leftOutRules({ template: { ...template, rules: [rule] }, bindings: instance.bindings });
    if (leftOut !== undefined) {
      throw invalid("rule_id", `${name} leaves out rule "${rule_id}": ${unboundText([leftOut]).text}`);
    }
    const nameOf = (id: number) => this.mirrors.streams.get(id)?.stream_name;
    const all = bindTextsAgain({ template, bindings: instance.bindings, nameOf });
    const texts = all[template.rules.indexOf(rule)]!;
    return drillEvent({ instance, template, rule, texts }, { id: 0, nowMs: this.context.now() });
  }

  /** The same, and RESOURCE_IN_USE while a drill of the rule runs. */
  start(rule: DrilledRule, by: Actor): Promise<StoredDrill> {
    const { context } = this;
    const nextId = freshId(context, "event");
    return write(context, async () => {
      const checks = await this.#room(rule);
      // Before the event is made of what is in memory: a deployment that ends later fails the check.
      checks.push(await unchangedMark(context, keys.instance(rule.instance_id)));
      const draft = this.eventOf(rule);
      const id = await nextId(), event = { ...draft, id };
      const value = { v: 1, event_id: id, started_by: by.name } as const;
      const writes = openEvent(event, Date.parse(event.recorded_at));
      writes.mutations.push(
        { type: "set", key: keys.drill(id), value },
        { type: "sum", key: keys.drills(), value: 0 },
        audit(context, { action: "drill_started", type: "rule_event", id, by, after: event }),
      );
      return { result: { event, started_by: by.name }, commit: { ...writes, checks } };
    });
  }

  /** Newest first, with the exact total. */
  async list(filter: DrillFilter, { limit, offset }: PageRequest): Promise<Page<StoredDrill>> {
    const ids = (await this.#ids(filter)).sort((a, b) => b - a);
    return { rows: await this.#read(ids.slice(offset, offset + limit)), total: ids.length };
  }

  /** Ends the drills that nobody answered in time; answers how many. */
  async endOverdue(): Promise<number> {
    const { context } = this, { store } = context;
    const running = await this.#running();
    const ended = running.filter((event) => drillEndMs(event) <= context.now());
    for (const { id } of ended) {
      await write(context, async () => {
        const key = keys.event(id), entry = await store.get(key);
        const before = entry && kinds.event.read(entry.value);
        if (before === undefined || !before.is_active) return { result: undefined };
        const nowMs = context.now(), after = endedDrill(before, nowMs);
        const audited = auditOf(context, {
          ...{ who: "Andon", action: "drill_ended", resource_type: "rule_event", resource_id: id },
          before,
          after,
        });
        const writes = saveEvent({ before, after }, nowMs);
        writes.mutations.push(audited);
        return { result: undefined, commit: { ...writes, checks: [unchanged(key, entry)] } };
      });
    }
    return ended.length;
  }

  /** Refuses a second drill of a rule, and more than may run at a time. */
  async #room({ instance_id, rule_id }: DrilledRule): Promise<Check[]> {
    const check = await unchangedMark(this.context, keys.drills());
    const running = await this.#running();
    const same = running.find((event) => event.instance_id === instance_id && event.rule_id === rule_id);
    if (same !== undefined) throw runsAlready(same);
    if (running.length >= DRILL_LIMITS.running) {
      throw invalid(
        "",
        `${DRILL_LIMITS.running} drills are running, the most that are possible; end one first`,
      );
    }
    return [check];
  }

  async #running(): Promise<EventRecord[]> {
    const prefix = keys.drillRunning(0, "").slice(0, 1);
    const ids = (await this.context.store.list<number>({ prefix })).map(({ value }) => value);
    return (await this.#read(ids)).map(({ event }) => event);
  }

  async #ids({ instanceId, isLast = false }: DrillFilter): Promise<number[]> {
    const { store } = this.context;
    const prefix = instanceId === undefined
      ? keys.drill(0).slice(0, 1)
      : keys.drillOf(instanceId, "", 0).slice(0, 2);
    const listed = (await store.list({ prefix })).map(({ key }) => key);
    return (isLast ? lastOfEach(listed) : listed).map((key) => Number(key.at(-1)));
  }

  async #read(ids: readonly number[]): Promise<StoredDrill[]> {
    const found = await this.context.store.getMany([
      ...ids.map((id) => keys.event(id)),
      ...ids.map((id) => keys.drill(id)),
    ]);
    return ids.flatMap((_, i) => {
      const event = found[i], drill = found[ids.length + i];
      if (event === undefined || drill === undefined) return [];
      const { started_by } = kinds.drill.read(drill.value);
      return [{ event: kinds.event.read(event.value), started_by }];
    });
  }
}

/** The last key of each rule: the keys ascend, and end with the rule and the event. */
function lastOfEach(listed: readonly Key[]): Key[] {
  return [...new Map(listed.map((key) => [String(key[2]), key])).values()];
}

function runsAlready(event: EventRecord): Refusal {
  const { id, event_name: name, template_instance } = event;
  const what = `A drill of "${displayNameOf(event)}" of "${template_instance}" is running`;
  return new Refusal("RESOURCE_IN_USE", `${what}; acknowledge or close event ${id} to end it`, {
    used_by: [{ type: "notification_drill", id, name }],
  });
}
