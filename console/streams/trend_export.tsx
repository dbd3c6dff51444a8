import { later } from "../parts/later.tsx";
import type { TrendSeries } from "../parts/trend/types.ts";

const TrendExportMenu = later(async () => (await import("./trend_export_menu.tsx")).TrendExportMenu);

/** Saves the curves of the section that it stands in. Its room is kept until it is loaded. */
export function TrendExport(props: { series: readonly TrendSeries[]; name: string }) {
  return (
    <div class="trend-export">
      <TrendExportMenu {...props} />
    </div>
  );
}
