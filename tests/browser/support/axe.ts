import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string }[];
}

/**
 * Serious and critical findings of axe-core on the page, one line each; by these rules, or by all. Its script bypasses
 * the content security policy.
 */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  if (!await page.evaluate("'axe' in window")) await page.evaluate(await axeSource());
  const options = JSON.stringify({
    resultTypes: ["violations"],
    ...rules === undefined ? { rules: ALSO } : { runOnly: rules },
  });
  const violations = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  ) as Violation[];
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join("\n  ")}`
    );
}

/** axe-core leaves the target size of WCAG 2.2 out unless it is asked for. */
const ALSO = { "target-size": { enabled: true } };

let source: Promise<string> | undefined;

function axeSource(): Promise<string> {
  return source ??= Deno.readTextFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"));
}
