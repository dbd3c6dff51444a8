import type { Issue } from "../shared/refusal.ts";
import { jsonBytes } from "../shared/text.ts";

/** The largest template, in bytes of JSON: its name, description, rules and placeholders. */
export const MAX_TEMPLATE_BYTES = 192 * 1024;

/** The parts of a template that count for its size, before or after validation. */
export interface SizedTemplate {
  name: unknown;
  description: unknown;
  rules: unknown;
  placeholders: unknown;
}

/**
 * The issue of a template that is too large. One commit has to hold it three times: stored, and twice in the
 * audit entry.
 */
export function templateSizeIssues({ name, description, rules, placeholders }: SizedTemplate): Issue[] {
  const bytes = jsonBytes([name, description ?? "", rules, placeholders]);
  if (bytes <= MAX_TEMPLATE_BYTES) return [];
  const most = `${MAX_TEMPLATE_BYTES} can be stored (${MAX_TEMPLATE_BYTES / 1024} KiB)`;
  return [{ path: "rules", message: `The template takes ${bytes} bytes as JSON; at most ${most}` }];
}
