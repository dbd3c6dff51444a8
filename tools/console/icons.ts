/** The icons of the console: those of Lucide that its sources import. */
import * as lucide from "lucide";
import { pathsUnder } from "../../settings/console/sources.ts";

export const ICONS_PATH = "console/generated/lucide.ts";

const HEAD = `/**
 * @license lucide v1.65.0 - ISC
 * Written by "deno task openapi": the icons that the console imports from "lucide". The package has 4,000 files, which no
 * start has to download.
 */
export type IconNode = [tag: string, attributes: Record<string, string | number>][];
`;

/** A module with the icons that files in `console/` import by name. Error for a name that Lucide does not have. */
export function iconsText(root: string): string {
  const names = pathsUnder(root, "console").filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => importedIcons(Deno.readTextFileSync(`${root}/${path}`)));
  return HEAD + [...new Set(names)].sort().map(iconLine).join("");
}

/** The icons that a source imports; types are none. */
export function importedIcons(source: string): string[] {
  return [...source.matchAll(/import \{([^}]*)\} from "lucide";/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().replace(/ as .*/, ""))
      .filter((name) => name !== "" && !name.startsWith("type "))
  );
}

function iconLine(name: string): string {
  const node: unknown = Reflect.get(lucide, name);
  if (node === undefined) throw new Error(`Lucide has no icon "${name}"; see https://lucide.dev/icons`);
  return `export const ${name}: IconNode = ${JSON.stringify(node)};\n`;
}
