import { z } from "zod";
import {
  changeFields,
  id,
  idNumber,
  ignoring,
  instant,
  lineText,
  nameText,
  storedFields,
} from "../shared/schema.ts";
import type { SessionCookie } from "../access/types.ts";
import { isWallPath, SCREEN_LIMITS } from "./start_page.ts";

const viewing = z.strictObject({
  distance_meters: z.number().min(SCREEN_LIMITS.meters.min).max(SCREEN_LIMITS.meters.max),
  diagonal_inches: z.number().min(SCREEN_LIMITS.inches.min).max(SCREEN_LIMITS.inches.max).describe(
    "The diagonal of the picture",
  ),
});

const given = {
  name: nameText().describe("Such as `Line 3, above the filler`; unique"),
  start_page: lineText({ max: SCREEN_LIMITS.startPage })
    .refine(isWallPath, "Must be the event wall, such as /wall or /wall?layout=category")
    .default("/wall")
    .describe("The event wall with its filters: `/wall?layout=category&hours=8`"),
  areas: z.array(idNumber()).max(SCREEN_LIMITS.areas).default([]).describe(
    "The ids of the areas of responsibility that its wall shows; none: the whole plant",
  ),
  viewing: viewing.nullable().default(null).describe(
    "From where the screen is read: its machines, values and counts are then at least 16 arc minutes high. " +
      "Null: not said",
  ),
};

const code = z.string().regex(/^\d{6}$/, "Must be the six digits that the screen shows");

/** A wall screen as a client reads it. */
export const screen = z.strictObject({
  id: id(),
  ...storedFields(given),
  address: z.string().nullable().describe("The IP address of its last use"),
  device: z.string().nullable().describe("Browser and system, as far as known"),
  last_used_at: instant().describe("After a restart of Andon exact to 5 minutes"),
  created_at: instant(),
  created_by: z.string(),
});

type Derived = "address" | "device" | "last_used_at";

/** Of the credential in its cookie only the SHA-256 is kept. Times in milliseconds since 1970. */
export interface ScreenRecord extends Omit<z.infer<typeof screen>, Derived> {
  v: 1;
  /** Hexadecimal. */
  token_hash: string;
  /** The cookie that carries the credential. */
  cookie: SessionCookie;
  last_used_at_ms: number;
  last_address: string | null;
  /** At most 200 characters. */
  user_agent: string | null;
}

const READ = Object.keys(screen.shape);

/** Body of POST /api/screens. */
export const screenSchema = ignoring(
  READ,
  z.strictObject({
    code: code.describe("What the screen shows; spaces do not belong to it"),
    ...given,
  }),
);

/** Body of PUT /api/screens/{id}. Omitted fields stay unchanged. */
export const screenChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));

export type ScreenChange = z.infer<typeof screenChangeSchema>;
