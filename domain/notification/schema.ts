import { z } from "zod";
import { RULE_LIMITS } from "../rule/limits.ts";
import { idNumber, lineText } from "../shared/schema.ts";

/** Who a step of an escalation calls. */
export const recipient = z.strictObject({
  kind: z.enum(["user", "team", "roster", "contact_point"]),
  id: idNumber(),
});

/** Body of POST /api/notification-drills. */
export const drillSchema = z.strictObject({
  instance_id: idNumber(),
  rule_id: lineText({ min: 1, max: RULE_LIMITS.nameLength }),
});
