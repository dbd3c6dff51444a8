import { z } from "zod";
import { changeFields, id, idNumber, ignoring, instant, nameText, storedFields } from "../shared/schema.ts";
import { TEAM_LIMITS } from "./limits.ts";

const given = {
  name: nameText().describe("Unique, whatever its case"),
  user_ids: z.array(idNumber()).min(1, "Must name at least one user").max(TEAM_LIMITS.users)
    .describe("A user counts once"),
};

const stored = z.strictObject({
  id: id(),
  ...storedFields(given),
  created_at: instant(),
  created_by: z.string(),
});

/** A team as a client reads it. */
export const team = stored.extend({
  members: z.array(z.strictObject({
    user_id: id(),
    username: z.string().nullable().describe("Null for a deleted user"),
    is_active: z.boolean(),
  })).describe("The users in the order of `user_ids`"),
});

export interface TeamRecord extends z.infer<typeof stored> {
  v: 1;
}

const READ = Object.keys(team.shape);

/** Body of POST /api/teams. */
export const teamSchema = ignoring(READ, z.strictObject(given));
export interface TeamDraft extends z.output<typeof teamSchema> {}

/** Body of PUT /api/teams/{id}. Omitted fields stay unchanged. */
export const teamChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));
export interface TeamChange extends z.output<typeof teamChangeSchema> {}
