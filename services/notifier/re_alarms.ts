import type { InstanceMessage } from "../../actors/instance/contract.ts";
import type { Ref } from "../../actors/runtime/types.ts";
import { reAlarmAt } from "../../domain/event/acknowledgement.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import type { ServiceContext } from "../context.ts";

export interface ReAlarmsOptions extends ServiceContext {
  storage: {
    events: Pick<Storage["events"], "active">;
    instances: Pick<Storage["instances"], "get">;
    templates: Pick<Storage["templates"], "deployedAs">;
  };
  instance(id: number): Pick<Ref<InstanceMessage>, "ask">;
}

/** An upgrade, an end of a shelf or a turned clock is noticed within this time. */
const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 50;
const BY = { name: "Andon", role: "operator" } as const;

interface Due {
  event: EventRecord;
  minutes: number;
  at: Ms;
}

/**
 * Re-alarms: an event that is still active so long after its acknowledgement as its rule says needs a new one. The
 * event itself says so, so that lists, walls and policies agree. Runs on the process that leads.
 */
export class ReAlarms {
  #isClosed = false;
  #cancel = () => {};
  #running: Promise<void> = Promise.resolve();

  constructor(readonly options: ReAlarmsOptions) {}

  start(): void {
    if (!this.#isClosed) this.#running = this.#look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#running;
  }

  async #look(): Promise<void> {
    const { now, after, log } = this.options;
    let nextMs = Infinity;
    try {
      nextMs = await this.#reAlarm();
    } catch (error) {
      log("warn", "Events could not be re-alarmed; trying again", { reason: String(error) });
    }
    if (this.#isClosed) return;
    this.#cancel = after(Math.max(0, Math.min(LOOK_EVERY_MS, nextMs - now())), () => this.start());
  }

  /** Re-alarms what is due; answers when more will be. */
  async #reAlarm(): Promise<Ms> {
    const { now, instance } = this.options;
    const all = this.#acknowledged(), nowMs = now();
    const due = all.filter(({ at }) => at <= nowMs).sort((a, b) => a.at - b.at);
    let trouble: unknown;
    for (let from = 0; from < due.length && !this.#isClosed; from += AT_ONCE) {
      const some = due.slice(from, from + AT_ONCE).map(({ event: { id, instance_id }, minutes }) =>
        instance(instance_id).ask({ type: "re_alarm_event", eventId: id, minutes, by: BY })
      );
      for (const result of await Promise.allSettled(some)) {
        if (result.status === "rejected" && !isDeleted(result.reason)) trouble = result.reason;
      }
    }
    if (trouble !== undefined) throw trouble;
    return all.reduce((least, { at }) => at > nowMs ? Math.min(least, at) : least, Infinity);
  }

  /** The events with a re-alarm to come. The deployed version of the rule counts. */
  #acknowledged(): Due[] {
    const { storage: { events, instances, templates } } = this.options;
    const known = new Map<string, ReadonlyMap<string, number | null>>();
    return events.active().flatMap((event) => {
      if (event.acknowledged_at === null) return [];
      const instance = instances.get(event.instance_id);
      if (instance === undefined) return [];
      const key = `${instance.template_id}/${instance.template_version}`;
      let minutesOf = known.get(key);
      if (minutesOf === undefined) {
        const rules = templates.deployedAs(instance)?.rules ?? [];
        known.set(key, minutesOf = new Map(rules.map((rule) => [rule.rule_id, rule.re_alarm_minutes])));
      }
      const minutes = minutesOf.get(event.rule_id) ?? null;
      const at = minutes === null ? undefined : reAlarmAt(event, minutes);
      return minutes === null || at === undefined ? [] : [{ event, minutes, at }];
    });
  }
}

/** The event was deleted meanwhile. */
function isDeleted(error: unknown): boolean {
  return error instanceof Refusal && error.code === "NOT_FOUND";
}
