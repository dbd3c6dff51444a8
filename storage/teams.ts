import type { Actor } from "../domain/access/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { TEAM_LIMITS } from "../domain/team/limits.ts";
import type { TeamChange, TeamDraft, TeamRecord } from "../domain/team/schema.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { recipientUses, removing } from "./recipient_uses.ts";
import type { Teams } from "./rosters_contract.ts";
import { inUse } from "./in_use.ts";
import {
  freshId,
  invalid,
  type NounContext,
  readToChange,
  recordDecision,
  unchangedMark,
  write,
} from "./write.ts";

/** Teams, read from memory. */
export class TeamStore implements Teams {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {}

  list(): readonly TeamRecord[] {
    return this.mirrors.teams.list();
  }

  get(id: number): TeamRecord | undefined {
    return this.mirrors.teams.get(id);
  }

  byName(name: string): TeamRecord | undefined {
    return this.list().find((team) => team.name.toLowerCase() === name.toLowerCase());
  }

  membersOf(id: number): number[] {
    const ids = this.get(id)?.user_ids ?? [];
    return ids.filter((userId) => this.mirrors.users.get(userId)?.is_active === true);
  }

  create(draft: TeamDraft, by: Actor): Promise<TeamRecord> {
    const { context } = this;
    const nextId = freshId(context, "team");
    return write(context, async () => {
      const checks = await this.#present();
      if (this.list().length >= TEAM_LIMITS.teams) throw tooMany();
      const id = await nextId();
      const created_at = isoFromMs(context.now());
      const record: TeamRecord = { v: 1, id, ...distinct(draft), created_at, created_by: by.name };
      this.#requireConsistent(record, []);
      const change = { action: "created", type: "team", id, by, after: record } as const;
      return recordDecision(context, change, { key: keys.team(id), checks, marks: [CHANGED] });
    });
  }

  update(id: number, change: TeamChange, by: Actor): Promise<TeamRecord> {
    const { context } = this;
    return write(context, async () => {
      const checks = await this.#present();
      const before = await this.#read(id, checks);
      const after: TeamRecord = { ...before, ...distinct(change) };
      this.#requireConsistent(after, before.user_ids);
      const traced = { action: "updated", type: "team", id, by, before, after } as const;
      return recordDecision(context, traced, { key: keys.team(id), checks, marks: [CHANGED] });
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context, mirrors } = this;
    return write(context, async () => {
      const { checks, mutations } = await removing(context);
      const before = await this.#read(id, checks);
      const uses = recipientUses({ kind: "team", id }, mirrors);
      if (uses.length > 0) throw inUse(`Team "${before.name}"`, uses);
      const change = { action: "deleted", type: "team", id, by, before, after: undefined } as const;
      return recordDecision(context, change, { key: keys.team(id), checks, marks: [CHANGED, ...mutations] });
    });
  }

  /** The check fails once a team changes, so those in memory are complete. */
  async #present(): Promise<Check[]> {
    return [await unchangedMark(this.context, keys.teams())];
  }

  #read(id: number, checks: Check[]): Promise<TeamRecord> {
    const stored = { key: keys.team(id), kind: kinds.team, what: "team", id };
    return readToChange(this.context, stored, checks);
  }

  #requireConsistent({ id, name, user_ids }: TeamRecord, known: readonly number[]): void {
    const named = this.byName(name);
    if (named !== undefined && named.id !== id) {
      throw invalid("name", `A team named "${named.name}" exists already; choose another name`);
    }
    const at = user_ids.findIndex((user) =>
      !known.includes(user) && this.mirrors.users.get(user) === undefined
    );
    if (at >= 0) throw invalid(`user_ids.${at}`, `User ${user_ids[at]} does not exist`);
  }
}

const CHANGED: Mutation = { type: "sum", key: keys.teams(), value: 0 };

function distinct<T extends TeamChange>(given: T): T {
  const { user_ids: ids } = given;
  return ids === undefined ? given : { ...given, user_ids: [...new Set(ids)] };
}

function tooMany() {
  const { teams } = TEAM_LIMITS;
  return invalid("", `${teams} teams exist already, the most that are possible; delete one first`);
}
