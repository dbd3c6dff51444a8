import type { Actor } from "../domain/access/types.ts";
import { ROSTER_LIMITS } from "../domain/roster/limits.ts";
import type { OverrideRecord } from "../domain/roster/schema.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { invalid, missing } from "../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { freshId, type NounContext, traces, unchanged, unchangedMark, write } from "./write.ts";
import { notFound } from "./noun_refusals.ts";

/** A user takes a roster over. */
export interface OverrideDraft {
  user_id: number;
  from_ms: Ms;
  to_ms: Ms;
}

/** What a commit checks and writes. */
interface OverrideWrites {
  checks: Check[];
  mutations: Mutation[];
}

/** The overrides of rosters, read from memory. The changes of one count as changes of its roster. */
export class RosterOverrides {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  of(rosterId: number): readonly OverrideRecord[] {
    return [...this.mirrors.overridesByRoster.of(rosterId)];
  }

  add(rosterId: number, draft: OverrideDraft, by: Actor): Promise<OverrideRecord> {
    const { context } = this;
    const nextId = freshId(context, "roster_override");
    return write(context, async () => {
      const { checks, mutations } = await this.#changing(rosterId);
      const roster = keys.roster(rosterId), user = keys.user(draft.user_id);
      const [stored, found] = await context.store.getMany([roster, user]);
      if (stored === undefined) throw notFound("roster", rosterId);
      if (found === undefined) throw invalid("user_id", missing("user", draft.user_id));
      checks.push(unchanged(roster, stored), unchanged(user, found));
      mutations.push(...this.#room(rosterId));
      const id = await nextId();
      const record: OverrideRecord = {
        v: 1,
        id,
        roster_id: rosterId,
        ...draft,
        created_at: isoFromMs(context.now()),
        created_by: by.name,
      };
      const change = { action: "override_created", type: "roster", id: rosterId, by } as const;
      const traced = traces(context, { ...change, after: shown(record, this.#nameOf(rosterId)) });
      mutations.push({ type: "set", key: keys.rosterOverride(id), value: record }, ...traced.mutations);
      return { result: record, commit: { checks, mutations, frames: traced.frames } };
    });
  }

  end(id: number, by: Actor): Promise<void> {
    const { context } = this;
    const key = keys.rosterOverride(id);
    return write(context, async () => {
      const entry = await context.store.get(key);
      if (entry === undefined) throw notFound("override", id);
      const before = kinds.rosterOverride.read(entry.value);
      const now = context.now();
      if (before.to_ms <= now) throw invalid("", "The override has ended already");
      const { checks, mutations } = await this.#changing(before.roster_id);
      checks.push(unchanged(key, entry));
      const after = before.from_ms < now ? { ...before, to_ms: now } : undefined;
      const change = { action: "override_ended", type: "roster", id: before.roster_id, by } as const;
      const { mutations: audited, frames } = traces(context, {
        ...change,
        before: shown(before, this.#nameOf(before.roster_id)),
        after: after && shown(after, this.#nameOf(before.roster_id)),
      });
      mutations.push(after === undefined ? { type: "delete", key } : { type: "set", key, value: after });
      mutations.push(...audited);
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  /** The removal of all overrides of a roster. */
  async removal(rosterId: number): Promise<OverrideWrites> {
    const { checks } = await this.#changing(rosterId);
    const mutations = this.of(rosterId).map(({ id }): Mutation => (
      { type: "delete", key: keys.rosterOverride(id) }
    ));
    return { checks, mutations: [...mutations, { type: "delete", key: keys.rosterOverrides(rosterId) }] };
  }

  #nameOf(rosterId: number): string | undefined {
    return this.mirrors.rosters.get(rosterId)?.name;
  }

  /** Refuses one beyond the limit, and removes the oldest of those that have ended. */
  #room(rosterId: number): Mutation[] {
    const now = this.context.now(), { overrides: most } = ROSTER_LIMITS;
    const all = this.of(rosterId), ended = all.filter(({ to_ms }) => to_ms <= now);
    if (all.length - ended.length >= most) {
      throw invalid(
        "",
        `The roster has ${most} overrides already, the most that are possible; end one first`,
      );
    }
    const oldest = ended.sort((a, b) => a.to_ms - b.to_ms || a.id - b.id).slice(0, -most);
    return oldest.map(({ id }) => ({ type: "delete", key: keys.rosterOverride(id) }));
  }

  /** The check fails once an override of the roster changes, so those in memory are complete. */
  async #changing(rosterId: number): Promise<OverrideWrites> {
    const key = keys.rosterOverrides(rosterId);
    return { checks: [await unchangedMark(this.context, key)], mutations: [{ type: "sum", key, value: 0 }] };
  }
}

/** The fields that the audit log gets. */
function shown({ id, user_id, from_ms, to_ms }: OverrideRecord, name: string | undefined) {
  return { name, override_id: id, user_id, from: isoFromMs(from_ms), to: isoFromMs(to_ms) };
}
