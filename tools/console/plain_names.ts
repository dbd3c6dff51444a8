/** What the bundler adds to the name of a script: a hash of its text, and of where its sources are. */
const HASH = /-[A-Z0-9]{8}(?=\.js)/g;
const NAME = /[\w.]+-[A-Z0-9]{8}\.js/g;

/**
 * Scripts and their maps under names, and with paths of sources, that do not depend on the folder of the project or
 * of Deno's cache: hashes become numbers in the order of the texts. Sorted by name, as their order counts further on.
 */
export function withPlainNames(files: ReadonlyMap<string, string>): Map<string, string> {
  const hashed = [...files].filter(([name]) => /-[A-Z0-9]{8}\.js$/.test(name))
    .map(([name, text]) => ({ name, key: plain(name) + plain(text) }))
    .sort((one, other) => one.key < other.key ? -1 : 1);
  const numbered = new Map(hashed.map(({ name }, number) => [name, name.replace(HASH, `-${number}`)]));
  const renamed = (text: string) => text.replace(NAME, (name) => numbered.get(name) ?? name);
  const plainFiles = [...files].map(([name, text]): [string, string] => [
    renamed(name),
    name.endsWith(".map") ? withPlainSources(text) : renamed(text),
  ]);
  return new Map(plainFiles.sort(([one], [other]) => one < other ? -1 : 1));
}

function plain(text: string): string {
  return text.replace(HASH, "");
}

function withPlainSources(text: string): string {
  const map: { sources: string[] } = JSON.parse(text);
  const sources = map.sources.map((path) =>
    path.replace(/^.*\/npm\/[^/]+\//, "npm/").replace(/^(\.\.\/)+/, "")
  );
  return JSON.stringify({ ...map, sources });
}
