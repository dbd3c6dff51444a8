import type { MetricFamily } from "../../domain/metric/types.ts";
import type { CoverageOfAll } from "../../storage/statistics_contract.ts";
import { gauge } from "./family.ts";

/** How well the deployed instances could judge. */
export function coverageFamilies({ bounds, noData, badQuality }: CoverageOfAll): MetricFamily[] {
  return [
    gauge(
      "andon_coverage_mean",
      "Share of the last 24 hours in which deployed instances could judge.",
      bounds && bounds.mean,
    ),
    gauge(
      "andon_coverage_lowest",
      "The same, of the deployed instance that could judge least.",
      bounds && bounds.lowest,
    ),
    gauge("andon_blind_instances", "Instances with a rule that cannot judge now, by the cause.", [
      { labels: { cause: "no_data" }, value: noData },
      { labels: { cause: "bad_quality" }, value: badQuality },
    ]),
  ];
}
