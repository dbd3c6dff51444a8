import { z } from "@hono/zod-openapi";

/** The header with which a shared desk sends the confirmation of an action. */
export const CONFIRMATION_HEADER = "X-Desk-Confirmation";

/** The headers of a request that a shared desk may send. */
export const confirmationHeaders = z.object({
  [CONFIRMATION_HEADER]: z.string().optional().describe(
    "From a shared desk only: the confirmation of a person, of /api/auth/desk-confirmations",
  ),
});
