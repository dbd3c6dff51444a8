import { z } from "zod";
import { idNumber } from "../shared/schema.ts";

/** Who a step of an escalation calls. */
export const recipient = z.strictObject({
  kind: z.enum(["user", "team", "roster", "contact_point"]),
  id: idNumber(),
});
