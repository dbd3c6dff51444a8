import type { MetricFamily } from "../../domain/metric/types.ts";
import { gauge } from "./family.ts";
import type { CoverageOfAll } from "../../storage/coverage.ts";

/** The coverage of the deployed instances. */
export function coverageFamilies({ bounds, noData, badQuality }: CoverageOfAll): MetricFamily[] {
  return [
    gauge(
      "andon_coverage_mean",
      "Share of the last 24 hours in which deployed instances could be evaluated.",
      bounds && bounds.mean,
    ),
    gauge(
      "andon_coverage_lowest",
      "The same for the deployed instance with the lowest coverage.",
      bounds && bounds.lowest,
    ),
    gauge("andon_blind_instances", "Instances with a rule that cannot be evaluated at present, by cause.", [
      { labels: { cause: "no_data" }, value: noData },
      { labels: { cause: "bad_quality" }, value: badQuality },
    ]),
  ];
}
