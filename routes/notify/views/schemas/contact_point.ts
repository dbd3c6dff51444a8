import { z } from "@hono/zod-openapi";
import { CONTACT_POINT_KINDS } from "../../../../domain/contact_point/kinds.ts";
import {
  contactPoint,
  contactPointConfig,
  contactPointDelivery,
  contactPointTest,
} from "../../../../domain/contact_point/schema.ts";
import { instant, shown } from "../../../pipeline/document/shown.ts";

const config = {
  kind: "email" as const,
  host: "smtp.example.org",
  port: 587,
  tls: "starttls" as const,
  user: "andon",
  from: "andon@example.org",
  from_name: "Andon",
  to: ["control-room@example.org"],
  ca: null,
};

export const contactPointExample = {
  name: "Control room",
  fallback: true,
  config,
  secrets: { password: "the-password-of-the-mailbox" },
};

const lastTest = {
  at: "2026-01-31T08:15:02.123Z",
  by: "admin",
  passed: true,
  outcome: "accepted" as const,
  status: 250,
  words: "250 2.0.0 Ok: queued as 4F2A1",
  latency_ms: 182,
};

export const contactPointShown = shown(
  "ContactPoint",
  contactPoint.extend({
    kind: z.enum(CONTACT_POINT_KINDS),
    takes_addresses: z.boolean().describe("Whether messages can go to the addresses of persons"),
    config: z.union([contactPointConfig, z.null()]).describe("null for viewers and operators"),
    receiver: contactPoint.shape.receiver.nullable().describe(
      "Where it sends to, without secrets: `smtp.example.org:587`; null for viewers and operators",
    ),
    delivery: contactPointDelivery.nullable().describe(
      "What became of the last messages about events, without tests; null for viewers and operators",
    ),
  }),
  {
    id: 1,
    name: "Control room",
    description: "",
    kind: "email",
    fallback: true,
    max_per_minute: 60,
    heartbeat_minutes: null,
    config,
    receiver: "smtp.example.org:587",
    stored_secrets: ["password"],
    takes_addresses: true,
    delivery: {
      last_accepted_at: "2026-01-31T08:10:02.123Z",
      failing_since: "2026-01-31T08:15:02.123Z",
      words: "550 5.1.1 No such mailbox",
      queued: 0,
    },
    last_test: lastTest,
    created_at: "2026-01-31T08:15:02.123Z",
    created_by: "admin",
  },
);

export const contactPointTestShown = shown("ContactPointTest", contactPointTest.extend({}), lastTest);

export const fallbackStateShown = shown(
  "FallbackState",
  z.strictObject({
    nobody_is_called: z.boolean().describe(
      "True until a fallback contact point has passed its test, and while its messages fail for good",
    ),
    failing_since: instant().nullable().describe(
      "Since when its messages fail for good; null: they do not, or it has passed a test since",
    ),
    contact_point: z.strictObject({ id: z.int().min(1), name: z.string() }).nullable().describe(
      "null: none is marked as fallback",
    ),
    tested_at: instant().nullable().describe("When its last test passed; null: it has not"),
  }),
  {
    nobody_is_called: false,
    failing_since: null,
    contact_point: { id: 1, name: "Control room" },
    tested_at: "2026-01-31T08:15:02.123Z",
  },
);
