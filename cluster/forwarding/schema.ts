import { z } from "zod";
import { type ForwardedRequest, LONGEST_WITHIN_MS } from "./types.ts";

const schema: z.ZodType<ForwardedRequest> = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(64),
  to: z.string().min(1).max(64),
  beat: z.int().min(0),
  withinMs: z.number().min(0).max(LONGEST_WITHIN_MS),
  method: z.string().regex(/^[A-Z]{1,20}$/),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.array(z.tuple([z.string(), z.string()])).max(1_000),
  peer: z.string().max(100),
  socket: z.enum(["ask", "open"]).optional(),
});

/** Undefined for anything but a forwarded request of this version. */
export function parseForwardedRequest(text: string): ForwardedRequest | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
