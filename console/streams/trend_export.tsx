import { Download, Image } from "lucide";
import { useRef } from "preact/hooks";
import { download, downloadBlob } from "../parts/download.ts";
import { Icon } from "../parts/icon.tsx";
import { trendPicture } from "../parts/trend/picture.ts";
import type { TrendSeries } from "../parts/trend/types.ts";
import { useConsole } from "../shell/console.ts";
import { trendCsv } from "./trend_csv.ts";

/** Saves the curves of the section that it stands in, as a table or as a picture. */
export function TrendExport({ series, name }: { series: readonly TrendSeries[]; name: string }) {
  const { time, toasts } = useConsole();
  const group = useRef<HTMLDivElement>(null);
  const file = `andon-${name.replace(/[^\p{L}\p{N}.-]+/gu, "-")}`;

  async function savePicture(): Promise<void> {
    const figure = group.current?.closest("section")?.querySelector<HTMLElement>("figure.trend");
    const blob = figure === undefined || figure === null ? null : await trendPicture(figure, { series });
    if (blob === null) toasts.problem("The picture could not be created");
    else downloadBlob(`${file}.png`, blob);
  }

  return (
    <div ref={group} class="trend-export" role="group" aria-label="Export">
      <button
        type="button"
        onClick={() => download(`${file}.csv`, { text: trendCsv(series, time), type: "text/csv" })}
      >
        <Icon node={Download} />
        CSV
      </button>
      <button type="button" onClick={savePicture}>
        <Icon node={Image} />
        PNG
      </button>
    </div>
  );
}
