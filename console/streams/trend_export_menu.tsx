import { useRef } from "preact/hooks";
import { download, downloadBlob } from "../parts/download.ts";
import { ExportMenu } from "../parts/export_menu.tsx";
import { trendPicture } from "../parts/trend/picture.ts";
import type { TrendSeries } from "../parts/trend/types.ts";
import { useConsole } from "../shell/console.ts";
import { trendCsv } from "./trend_csv.ts";

/** Saves the curves of the section that it stands in, as a table or as a picture. */
export function TrendExportMenu({ series, name }: { series: readonly TrendSeries[]; name: string }) {
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
    <div ref={group}>
      <ExportMenu
        save={(format) => download(`${file}.csv`, { text: trendCsv(series, time, format), type: "text/csv" })}
        more={[{ label: "Picture (PNG)", run: savePicture }]}
      />
    </div>
  );
}
