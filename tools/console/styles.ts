import uPlotStyles from "uplot/dist/uPlot.min.css" with { type: "text" };
import { pathsUnder } from "../../settings/console/sources.ts";

const LAYERS = "@layer vendor, tokens, base, parts, pages, print;";

/** What the `FIRST_PAGES` do without. */
const LATER_SHEETS = [
  "print",
  "events/(comments|selection)",
  "lists/lists",
  "out_of_service/\\w+",
  "pages/(assistant|explore|hidden|instances|notifications|plant|quality|rules|screen|settings|shift)/\\w+",
  "pages/events/event_page",
  "pages/wall/wall_later",
  "parts/(form/moment_field|table/table|trend/trend)",
  "session/desk",
];
const LATER = new RegExp(`/(${LATER_SHEETS.join("|")})\\.css$`);

/** All style sheets of the console as two; cascade layers define their order. */
export function stylesTexts(root: string, { font }: { font: string }): { first: string; later: string } {
  const paths = pathsUnder(root, "console").filter((path) => path.endsWith(".css")).sort();
  const sheets = (isLater: boolean) =>
    paths.filter((path) => LATER.test(path) === isLater).map((path) =>
      Deno.readTextFileSync(`${root}/${path}`)
    );
  const joined = (texts: readonly string[]) =>
    [LAYERS, ...texts].join("\n")
      .replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\n\s+/g, "\n").replaceAll("inter.woff2", font);
  return { first: joined(sheets(false)), later: joined([`@layer vendor {${uPlotStyles}}`, ...sheets(true)]) };
}
