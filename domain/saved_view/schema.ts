import { z } from "zod";
import { changeFields, id, ignoring, instant, lineText, nameText, storedFields } from "../shared/schema.ts";

const PATH_CHARACTERS = 2_000;

const given = {
  name: nameText(),
  path: lineText({ max: PATH_CHARACTERS })
    .regex(/^\/([^/\\].*)?$/, "Must be a path of the console, such as /events")
    .describe("A page of the console with its filters: `/events?severity=critical`"),
  is_shared: z.boolean().default(false).describe("For everybody; needs the role engineer"),
};

const stored = storedFields(given);

/** A saved view as clients read it. */
export const savedView = z.strictObject({
  id: id(),
  ...stored,
  is_own: z.boolean().describe("Whether the caller saved it"),
  created_by: z.string(),
  created_at: instant(),
});

/** `owner`: as `ownerText` writes it. */
export interface SavedViewRecord extends Omit<z.infer<typeof savedView>, "is_own"> {
  v: 1;
  owner: string;
}

const READ = Object.keys(savedView.shape);

/** Body of POST /api/saved-views. */
export const savedViewSchema = ignoring(READ, z.strictObject(given));
export interface SavedViewDraft extends z.output<typeof savedViewSchema> {}

/** Body of PUT /api/saved-views/{id}. */
export const savedViewChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));
export interface SavedViewChange extends z.output<typeof savedViewChangeSchema> {}
