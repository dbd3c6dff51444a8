import uPlotStyles from "uplot/dist/uPlot.min.css" with { type: "text" };
import { pathsUnder } from "../../settings/console/sources.ts";

const LAYERS = "@layer vendor, tokens, base, parts, pages, print;";

/** All style sheets of the console as one; cascade layers define their order. */
export function stylesText(root: string, { font }: { font: string }): string {
  const sheets = pathsUnder(root, "console").filter((path) => path.endsWith(".css")).sort();
  const texts = sheets.map((path) => Deno.readTextFileSync(`${root}/${path}`));
  return [LAYERS, `@layer vendor {${uPlotStyles}}`, ...texts].join("\n")
    .replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\n\s+/g, "\n").replaceAll("inter.woff2", font);
}
