import { neededAtOnce, type Scripts } from "./budget.ts";

/** A shared script that adds fewer bytes than this, its own imports included, costs its request more than its bytes. */
const SMALL_BYTES = 1_650;
/** What fewer pages share is loaded with them; unless a page that is opened first needs it, what fewer than many. */
const FEWEST_PAGES = 3;
const MANY_PAGES = 5;
const MOST = 2 / 3;
const SHARED = "chunk-";

/**
 * The scripts of a bundle with imports that make a second bundle join them. The bundler puts into one script what the
 * same pages need: if each page imports the entry, all that the entry needs is one script. The entry also imports the
 * shared scripts that are small and that several pages need, or that most pages need. `isFirst`: whether a script is
 * that of a page that is opened first, which may need few files.
 */
export function withJoiningImports(
  scripts: Scripts,
  { entry, isFirst }: { entry: string; isFirst(name: string): boolean },
): Map<string, string> {
  const names = [...scripts.keys()];
  const first = neededAtOnce(scripts, entry);
  const pageNames = names.filter((name) => name !== entry && !name.startsWith(SHARED));
  const pages = pageNames.map((page) => neededAtOnce(scripts, page));
  const firstPages = pageNames.filter(isFirst).map((page) => neededAtOnce(scripts, page));
  const shared = names.filter((name) => name.startsWith(SHARED));
  const usual = shared.filter((name) =>
    pages.filter((needed) => needed.has(name)).length > pages.length * MOST
  );
  const atOnce = new Set([...first, ...usual.flatMap((name) => [...neededAtOnce(scripts, name)])]);
  const bytesOf = (name: string) => atOnce.has(name) ? 0 : scripts.get(name)?.length ?? 0;
  const isSmall = (name: string) =>
    [...neededAtOnce(scripts, name)].reduce((sum, needed) => sum + bytesOf(needed), 0) < SMALL_BYTES &&
    pages.filter((needed) => needed.has(name)).length >=
      (firstPages.some((needed) => needed.has(name)) ? FEWEST_PAGES : MANY_PAGES);
  let small: string | undefined;
  while ((small = shared.find((name) => !atOnce.has(name) && isSmall(name))) !== undefined) {
    for (const name of neededAtOnce(scripts, small)) atOnce.add(name);
  }
  const joined = shared.filter((name) => atOnce.has(name));
  return new Map(names.map((name) => {
    const imported = name === entry ? joined : name.startsWith(SHARED) ? [] : [entry];
    return [name, imported.map((other) => `import"./${other}";`).join("") + scripts.get(name)];
  }));
}
