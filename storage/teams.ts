import type { TeamChange, TeamDraft, TeamRecord } from "../domain/team/schema.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import { type NamedRecord, NamedRecords } from "./named_records.ts";
import { nouns } from "./nouns.ts";
import { missingIn } from "./noun_refusals.ts";

/** Lists of users. VALIDATION_FAILED for a user who does not exist and was not in it already. */
export class Teams extends NamedRecords<TeamRecord, TeamDraft, TeamChange> {
  protected readonly noun = nouns.team;

  /** The users of a team who exist and are active; none for an unknown team. */
  membersOf(id: number): number[] {
    const ids = this.get(id)?.user_ids ?? [];
    return ids.filter((userId) => this.mirrors.users.get(userId)?.is_active === true);
  }

  protected override made(draft: TeamDraft, { v, id, ...created }: NamedRecord): TeamRecord {
    return { v, id, ...distinct(draft), ...created };
  }

  protected override changed(before: TeamRecord, change: TeamChange): TeamRecord {
    return { ...before, ...distinct(change) };
  }

  protected override issues({ user_ids }: TeamRecord, before: TeamRecord | undefined): Issue[] {
    const known = new Set(before?.user_ids);
    return missingIn("user", user_ids, {
      path: "user_ids",
      exists: (id) => known.has(id) || this.mirrors.users.get(id) !== undefined,
    });
  }
}

/** Without repeats. */
function distinct<T extends TeamChange>(given: T): T {
  const { user_ids: ids } = given;
  return ids === undefined ? given : { ...given, user_ids: [...new Set(ids)] };
}
