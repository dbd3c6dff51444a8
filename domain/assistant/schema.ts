import { z } from "zod";
import { descriptionText, ignoring, instructionsText, limitedText, nameText } from "../shared/schema.ts";

const READ_ONLY = ["id", "created_at", "created_by"] as const;

/** Body of POST /api/assistant-types. The password is that of the signed-in admin. */
export const assistantTypeSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    name: nameText(),
    description: descriptionText().default(""),
    base_instructions: instructionsText().default(""),
    is_active: z.boolean().default(true),
    admin_password: limitedText({ min: 1, max: 1_000 }),
  }),
);

/** Body of PUT /api/assistant-types/{id}. Omitted fields stay unchanged. */
export const assistantTypeChangeSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    name: nameText().optional(),
    description: descriptionText().optional(),
    base_instructions: instructionsText().optional(),
    is_active: z.boolean().optional(),
  }),
);
