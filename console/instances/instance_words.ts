import type { Schemas } from "../api/client.ts";
import type { SourceState } from "../live/source_state.ts";

export type Instance = Schemas["Instance"];

/** How an instance stands: `blind` is deployed while nothing can be judged. */
export type Standing = "judging" | "blind" | "idle";

export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  judging: "Judging",
  blind: "Blind",
  idle: "Not deployed",
};

/** What the push channel tells of the source is newer than what was read with the instance. */
export function standingOf(
  { is_deployed, judging }: Pick<Instance, "is_deployed" | "judging">,
  source: SourceState | null,
): Standing {
  if (!is_deployed) return "idle";
  const answers = source === null ? judging : source.state === "connected";
  return answers ? "judging" : "blind";
}

/** `1 instance`, `2 instances`. */
export function instancesText(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "instance" : "instances"}`;
}

const CAUSES: readonly (readonly [keyof Instance["coverage"]["blind"], string])[] = [
  ["no_data", "no data"],
  ["bad_quality", "bad quality"],
  ["source_lost", "source lost"],
  ["stopped", "Andon stopped"],
  ["undeployed", "not deployed"],
];

/** `97 %`, `99.9 %`; 100 % is said of what is whole only. */
export function shareText(share: number): string {
  const percent = Math.floor(share * 1_000) / 10;
  return `${percent >= 99 && percent < 100 ? percent.toFixed(1) : Math.floor(percent)} %`;
}

function partText(share: number): string {
  return share < 0.01 ? "< 1 %" : shareText(share);
}

/** "97 %; no data 2 %, bad quality 1 %". */
export function coverageText({ share, blind }: Instance["coverage"]): string {
  const causes = CAUSES.filter(([cause]) => blind[cause] >= 0.001)
    .map(([cause, words]) => `${words} ${partText(blind[cause])}`);
  return [shareText(share), ...causes.length === 0 ? [] : [causes.join(", ")]].join("; ");
}
