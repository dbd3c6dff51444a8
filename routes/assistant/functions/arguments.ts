import { z } from "@hono/zod-openapi";
import { limitedText } from "../../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../../domain/shared/text.ts";

/** Arguments that several functions take. Each has limits, because models and MCP clients send anything. */
export const idArgument = z.int().min(1);
export const categoryArgument = limitedText({ max: 40 }).optional();
export const ruleIdArgument = limitedText({ max: TEXT_LIMITS.name }).optional();
/** The id or a part of the name of a plant node. */
export const nodeArgument = limitedText({ max: TEXT_LIMITS.name }).optional();
/** A part of a name that is searched for. */
export const searchArgument = limitedText({ max: TEXT_LIMITS.name }).optional();

const LONGEST_TIME = 40;
/** An instant with its zone: `2026-01-31T08:15:02Z`. */
export const timeArgument = z.iso.datetime({ offset: true }).max(LONGEST_TIME).optional();

const MOST_HOURS = 8_760;
/** The length of a span in hours, above 0. */
export function hoursArgument({ most = MOST_HOURS, usual = 24 } = {}) {
  return z.number().gt(0).max(most).default(usual);
}
