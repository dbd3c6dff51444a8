import { z } from "zod";
import {
  changeFields,
  descriptionText,
  id,
  ignoring,
  instant,
  instructionsText,
  limitedText,
  nameText,
  storedFields,
} from "../shared/schema.ts";

const given = {
  name: nameText(),
  description: descriptionText().default(""),
  base_instructions: instructionsText().default(""),
  is_active: z.boolean().default(true),
};

/** An assistant type as it is stored and read: base instructions that providers share. */
export const assistantType = z.strictObject({
  id: id(),
  ...storedFields(given),
  created_at: instant(),
  created_by: z.string(),
});

export interface AssistantTypeRecord extends z.infer<typeof assistantType> {
  v: 1;
}

const READ = Object.keys(assistantType.shape);

/** Body of POST /api/assistant-types. The password is that of the signed-in admin. */
export const assistantTypeSchema = ignoring(
  READ,
  z.strictObject({ ...given, admin_password: limitedText({ min: 1, max: 1_000 }) }),
);

/** Body of PUT /api/assistant-types/{id}: only what it names changes. */
export const assistantTypeChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));
