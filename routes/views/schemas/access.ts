import { z } from "@hono/zod-openapi";
import { ROLES } from "../../../domain/access/types.ts";
import { id, inline, instant, shown } from "../../document/shown.ts";

const role = z.enum(ROLES);

export const user = shown(
  "User",
  z.strictObject({
    id: id(),
    username: z.string(),
    role,
    is_active: z.boolean(),
    created_at: instant(),
  }),
  { id: 2, username: "anna", role: "operator", is_active: true, created_at: "2026-01-31T08:15:02.123Z" },
);

const keyFields = {
  id: id(),
  name: z.string(),
  role,
  is_active: z.boolean(),
  expires_at: instant().nullable(),
  last_used_at: instant().nullable(),
  created_at: instant(),
  created_by: z.string(),
};

export const apiKey = shown("ApiKey", z.strictObject(keyFields), {
  id: 4,
  name: "Reporting",
  role: "viewer",
  is_active: true,
  expires_at: null,
  last_used_at: "2026-01-31T08:15:02.123Z",
  created_at: "2026-01-30T08:00:00.000Z",
  created_by: "admin",
});

export const newApiKey = shown(
  "NewApiKey",
  z.strictObject({
    ...keyFields,
    key: z.string().openapi({ description: "The key itself, shown only in this answer" }),
  }),
  { ...apiKey.example, last_used_at: null, key: "andon_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG" },
);

const sessionSchema = z.strictObject({ username: z.string(), role });

export const session = shown("Session", sessionSchema, { username: "anna", role: "operator" });

export const sessionOrNull = inline(z.union([sessionSchema, z.null()]), session.example);
