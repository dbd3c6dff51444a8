import { z } from "zod";
import { ignoring, limitedText, nameText } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { parseRegion } from "./region.ts";
import type { Region } from "./types.ts";

const REGION_TEXT = "Must be one of us-west, eu-west, australia, japan, simulator";

const REGION_HELP =
  "us-west, eu-west, australia, japan or simulator, or as the vendor spells it (`WestUS`, `North Europe` …); " +
  "case, spaces, `-` and `_` do not matter";

const region = limitedText({ max: TEXT_LIMITS.name }).transform((text, context): Region => {
  const found = parseRegion(text);
  if (found !== undefined) return found;
  context.addIssue({ code: "custom", message: REGION_TEXT });
  return z.NEVER;
}).meta({ description: REGION_HELP });

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
}

const seconds = (min: number, max: number) => z.number().min(min).max(max);

/** Body of POST /api/configuration. An omitted `client_secret` keeps the stored one. */
export const configurationSchema = ignoring(
  ["id", "is_active", "has_client_secret"],
  z.strictObject({
    client_id: nameText(),
    client_secret: limitedText({ min: 1, max: TEXT_LIMITS.description }).optional(),
    region,
    tenant_id: nameText(),
    namespace_id: nameText(),
    base_url: limitedText({ max: TEXT_LIMITS.description })
      .refine(isHttpUrl, "Must be an http or https address without user, query and fragment").nullable()
      .optional(),
    wait_seconds: seconds(0, 3_600).nullable().optional(),
    poll_seconds: seconds(0.1, 86_400).optional(),
    change_feed: z.enum(["auto", "off"]).optional(),
    max_age_seconds: seconds(0, 31_536_000).optional(),
    source_lost_seconds: seconds(1, 86_400).optional(),
    correction_horizon_hours: z.number().min(0).max(8_760).optional(),
    requests_per_minute: z.number().int().min(1).max(100_000).optional(),
  }),
);
