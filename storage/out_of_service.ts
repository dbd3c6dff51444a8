import type { Actor } from "../domain/access/types.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import {
  endMs,
  intervalAt,
  type Placed,
  spanIssues,
  startMs,
  stateAt,
} from "../domain/out_of_service/interval.ts";
import { OUT_OF_SERVICE_LIMITS } from "../domain/out_of_service/limits.ts";
import type {
  OutOfServiceChange,
  OutOfServiceDraft,
  OutOfServiceRecord,
  Scope,
} from "../domain/out_of_service/schema.ts";
import type { Mutation } from "../domain/shared/commit.ts";
import { invalid, type Issue, missing } from "../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../domain/shared/time.ts";
import { keys, RETENTION_LANE } from "./keys.ts";
import type { Removal } from "./retention.ts";
import { type NamedRecord, NamedRecords } from "./named_records.ts";
import { nouns } from "./nouns.ts";
import { contentAs } from "./stream_uses.ts";
import { write } from "./write.ts";

const REMOVED_AT_ONCE = 100;
const ANDON: Actor = { name: "Andon", role: "admin" };

/**
 * What is out of service, has been and will be: intervals of the clock, looked up by alarm, instance and plant node
 * and never written to an event.
 */
export class OutOfServices extends NamedRecords<OutOfServiceRecord, OutOfServiceDraft, OutOfServiceChange> {
  protected readonly noun = nouns.outOfService;

  /** The interval that hides an alarm at a time, or in which an event began. */
  at(placed: Placed, atMs: Ms): OutOfServiceRecord | undefined {
    const { outOfService, outOfServiceByScope, plantNodes } = this.mirrors;
    if (outOfService.size === 0) return undefined;
    return intervalAt(placed, {
      of: (key) => outOfServiceByScope.of(key),
      parentOf: (id) => plantNodes.get(id)?.parent_id,
      atMs,
    });
  }

  /** Ends one that runs, which stays in the register; one that is planned goes. VALIDATION_FAILED for one that ended. */
  override remove(id: number, by: Actor): Promise<void> {
    return write(this.context, async () => {
      const commit = await this.begun(), before = await this.read(id, commit);
      const state = stateAt(before, this.context.now());
      if (state === "ended") throw invalid("", hasEnded(before));
      if (state === "planned") this.trace({ action: "deleted", id, by, before }, commit);
      else this.trace({ action: "ended", id, by, before, after: this.#ended(before, by.name) }, commit);
      return { result: undefined, commit };
    });
  }

  /** Whether `settle` has something to do. */
  isDue(): boolean {
    return this.list().some((one) => this.#isDue(one));
  }

  /** Tells of those that began or ended by themselves, and ends those whose scope was deleted. */
  async settle(): Promise<void> {
    for (const { id } of this.list().filter((one) => this.#isDue(one))) {
      await write(this.context, async () => {
        const commit = await this.begun(), before = await this.read(id, commit);
        if (!this.#isDue(before)) return { result: undefined };
        const after = this.#settled(before), action = after.recorded_state === "running" ? "began" : "ended";
        this.trace({ action, id, by: ANDON, before, after }, commit);
        return { result: undefined, commit };
      });
    }
  }

  /** Removes some that ended before an instant, as the events that began in them. */
  async removeOld(beforeMs: Ms): Promise<Removal<true>> {
    const old = this.list().filter(({ ended_at }) => ended_at !== null && Date.parse(ended_at) < beforeMs)
      .slice(0, REMOVED_AT_ONCE);
    if (old.length === 0) return { removed: 0 };
    const mutations = old.map(({ id }): Mutation => ({ type: "delete", key: keys.outOfService(id) }));
    const { ok } = await this.context.store.commit({ mutations }, RETENTION_LANE);
    return { removed: ok ? old.length : 0, ...ok && { next: true } };
  }

  /** When the next one begins or ends; Infinity: none will. */
  nextMs(): Ms {
    const nowMs = this.context.now();
    const times = this.list().flatMap((one) => one.ended_at === null ? [startMs(one), endMs(one)] : []);
    return Math.min(...times.filter((time) => time > nowMs), Infinity);
  }

  /** The plant node at which a scope stands; null: nowhere in the plant model. */
  placeOf(scope: Scope): string | null {
    if (scope.kind === "plant_node") return scope.plant_node_floc_id;
    return this.mirrors.instances.get(scope.instance_id)?.plant_node_floc_id ?? null;
  }

  /** What a scope names that does not exist. */
  missingIn(scope: Scope): Issue | undefined {
    const { instances, plantNodes } = this.mirrors;
    if (scope.kind === "plant_node") {
      const { plant_node_floc_id: id } = scope;
      if (plantNodes.get(id) !== undefined) return undefined;
      return { path: "scope.plant_node_floc_id", message: missing("plant node", id) };
    }
    const instance = instances.get(scope.instance_id);
    if (instance === undefined) {
      return { path: "scope.instance_id", message: missing("instance", scope.instance_id) };
    }
    if (scope.kind === "instance" || this.#hasRule(instance, scope.rule_id)) return undefined;
    return { path: "scope.rule_id", message: `Rule "${scope.rule_id}" does not exist in the instance` };
  }

  protected made(draft: OutOfServiceDraft, { v, id, ...created }: NamedRecord): OutOfServiceRecord {
    const { scope, ends_at, reason, work_order } = draft;
    const starts_at = this.#notPast(draft.starts_at);
    const interval = { starts_at, ends_at, ended_at: null };
    const recorded_state = stateAt(interval, this.context.now());
    return { v, id, scope, ...interval, reason, work_order, ended_by: null, recorded_state, ...created };
  }

  protected override changed(
    before: OutOfServiceRecord,
    change: OutOfServiceChange,
  ): OutOfServiceRecord {
    const nowMs = this.context.now();
    const isPlanned = stateAt(before, nowMs) === "planned" && change.starts_at !== undefined;
    const after = { ...before, ...change, ...isPlanned && { starts_at: this.#notPast(change.starts_at) } };
    return { ...after, recorded_state: stateAt(after, nowMs) };
  }

  protected override issues(after: OutOfServiceRecord, before: OutOfServiceRecord | undefined): Issue[] {
    const nowMs = this.context.now();
    if (before !== undefined && stateAt(before, nowMs) === "ended") {
      return [{ path: "", message: `${hasEnded(before)}; take it out of service again` }];
    }
    return spanIssues(after, { before, nowMs });
  }

  /** Those that ended stay in the register and do not count. */
  protected override requireRoom(): void {
    const { open } = OUT_OF_SERVICE_LIMITS, nowMs = this.context.now();
    if (this.list().filter((one) => stateAt(one, nowMs) !== "ended").length < open) return;
    throw invalid("", `${open} are planned or out of service, the most that are possible; end one first`);
  }

  protected override shown({ v: _v, recorded_state: _recorded, ...record }: OutOfServiceRecord): unknown {
    return record;
  }

  #isDue(one: OutOfServiceRecord): boolean {
    return one.recorded_state !== "ended" &&
      (one.recorded_state !== stateAt(one, this.context.now()) || this.#isScopeMissing(one));
  }

  #settled(before: OutOfServiceRecord): OutOfServiceRecord {
    const state = stateAt(before, this.context.now());
    if (state === "ended") return { ...before, recorded_state: "ended", ended_at: before.ends_at };
    return this.#isScopeMissing(before)
      ? this.#ended(before, ANDON.name)
      : { ...before, recorded_state: state };
  }

  /** Whether its scope was deleted. While instances are still being read, nothing is. */
  #isScopeMissing({ scope }: OutOfServiceRecord): boolean {
    return this.mirrors.instances.isFilled && this.missingIn(scope) !== undefined;
  }

  #ended(before: OutOfServiceRecord, ended_by: string): OutOfServiceRecord {
    return { ...before, recorded_state: "ended", ended_at: isoFromMs(this.context.now()), ended_by };
  }

  #notPast(time: string | undefined): string {
    const nowMs = this.context.now();
    return isoFromMs(Math.max(nowMs, time === undefined ? nowMs : Date.parse(time)));
  }

  #hasRule(instance: InstanceRecord, ruleId: string): boolean {
    const contents = [this.mirrors.templates.get(instance.template_id), contentAs(this.mirrors, instance)];
    return contents.some((content) => content?.rules.some(({ rule_id }) => rule_id === ruleId));
  }
}

function hasEnded(one: OutOfServiceRecord): string {
  return `It ended at ${isoFromMs(endMs(one))}`;
}
