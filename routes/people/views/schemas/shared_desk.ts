import { z } from "@hono/zod-openapi";
import { count, instant, shown } from "../../../pipeline/document/shown.ts";

export const deskConfirmation = shown(
  "DeskConfirmation",
  z.strictObject({
    confirmation: z.string().describe("For the header, shown only in this answer"),
    username: z.string().describe("Who acts"),
    display_name: z.string().nullable(),
    until: instant(),
    seconds: count().describe("How long the confirmation counts"),
  }),
  {
    confirmation: "9m1nUvRkXkM2z0tq4bq0vS8i1J6yVQ3cYH0a7l5xw2E",
    username: "anna",
    display_name: "Anna Keller",
    until: "2026-01-31T08:17:02.123Z",
    seconds: 120,
  },
);

export const ownDeskPin = shown(
  "OwnDeskPin",
  z.strictObject({
    is_available: z.boolean().describe("False for an API key and for a shared desk itself"),
    set_at: instant().nullable().describe("null: there is none"),
    needs_password: z.boolean().describe("False for a user of an identity provider"),
  }),
  { is_available: true, set_at: "2026-01-30T08:00:00.000Z", needs_password: true },
);
