import { isBlinding } from "../../domain/asset/stream_problem.ts";
import type { Schemas } from "../api/client.ts";
import type { SourceState } from "../live/source_state.ts";
import { countText, decimalText, percentCell } from "../parts/numbers.ts";

export type Instance = Schemas["Instance"];

/** `no_data`: deployed, but not evaluated because the source does not deliver. */
export type InstanceStatus = "running" | "no_data" | "not_deployed";

export const STATUS_TEXTS: Readonly<Record<InstanceStatus, string>> = {
  running: "Running",
  no_data: "No data",
  not_deployed: "Not deployed",
};

/** The state from the push channel is newer than the one read with the instance. */
export function statusOf(
  { is_deployed, judging, problems = [] }: Pick<Instance, "is_deployed" | "judging"> & {
    problems?: Instance["problems"];
  },
  source: SourceState | null,
): InstanceStatus {
  if (!is_deployed) return "not_deployed";
  const isEvaluated = source === null ? judging : source.state === "connected" && !problems.some(isBlinding);
  return isEvaluated ? "running" : "no_data";
}

/** `1 instance`, `2 instances`. */
export function instancesText(count: number): string {
  return countText(count, "instance");
}

const CAUSES: readonly (readonly [keyof Instance["coverage"]["blind"], string])[] = [
  ["no_data", "no data"],
  ["bad_quality", "bad quality"],
  ["source_lost", "source lost"],
  ["stopped", "Andon stopped"],
  ["undeployed", "not deployed"],
];

/** Coverage, rounded down so that only complete coverage is `100.0 %`. */
export function coverageShareText(share: number): string {
  return `${decimalText(Math.floor(share * 1_000) / 10, 1)} %`;
}

/** "97.1 %; no data 2.0 %, bad quality 0.9 %": coverage with the causes of time without data. */
export function coverageText({ share, blind }: Instance["coverage"]): string {
  const causes = CAUSES.filter(([cause]) => blind[cause] >= 0.001)
    .map(([cause, text]) => `${text} ${percentCell(blind[cause])}`);
  return [coverageShareText(share), ...causes.length === 0 ? [] : [causes.join(", ")]].join("; ");
}
