import type { Issue } from "../shared/refusal.ts";
import { jsonBytes } from "../shared/text.ts";

/** The largest template: its name, description, rules and placeholders together, bytes of JSON. */
export const MAX_TEMPLATE_BYTES = 192 * 1024;

/** What of a template grows, as it came or as it is stored. */
export interface SizedTemplate {
  name: unknown;
  description: unknown;
  rules: unknown;
  placeholders: unknown;
}

/** Why a template cannot be stored. A change's audit entry holds it twice, and all three must fit one commit. */
export function templateSizeIssues({ name, description, rules, placeholders }: SizedTemplate): Issue[] {
  const bytes = jsonBytes([name, description, rules, placeholders]);
  if (bytes <= MAX_TEMPLATE_BYTES) return [];
  const most = `${MAX_TEMPLATE_BYTES} can be stored (${MAX_TEMPLATE_BYTES / 1024} KiB)`;
  return [{ path: "rules", message: `The template takes ${bytes} bytes as JSON; at most ${most}` }];
}
