import { z } from "@hono/zod-openapi";
import { screen as stored } from "../../../../domain/screen/schema.ts";
import { instant, shown } from "../../../pipeline/document/shown.ts";

export const screen = shown("Screen", stored, {
  id: 3,
  name: "Line 3, above the filler",
  start_page: "/wall?layout=category",
  areas: [1],
  viewing: { distance_meters: 5, diagonal_inches: 55 },
  address: "192.0.2.40",
  device: "Chrome on Linux",
  last_used_at: "2026-01-31T08:15:02.123Z",
  created_at: "2026-01-30T08:00:00.000Z",
  created_by: "admin",
});

export const screenPairing = shown(
  "ScreenPairing",
  z.strictObject({
    status: z.enum(["none", "waiting", "paired"]).describe(
      "`none`: this browser shows no valid code; POST /api/screens/pairing gives it one. `waiting`: an " +
        "administrator has not entered the code. `paired`: the browser is a wall screen",
    ),
    code: z.string().nullable().describe("The six digits to show while `waiting`; else null"),
    expires_at: instant().nullable().describe("Until when the code is valid; else null"),
    start_page: z.string().nullable().describe("What the screen opens once `paired`; else null"),
    areas: z.array(z.number().int()).describe(
      "The areas that its wall shows once `paired`; none: the whole plant",
    ),
    viewing: stored.shape.viewing,
  }),
  {
    status: "waiting",
    code: "409175",
    expires_at: "2026-01-31T08:25:02.123Z",
    start_page: null,
    areas: [],
    viewing: null,
  },
);
