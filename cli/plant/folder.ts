import { join } from "node:path";
import { Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { byText } from "../../domain/shared/text.ts";
import { type Item, type Kind, KINDS, type Path } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
import { isItem } from "./references.ts";

/** Where something stands in a folder; lines and columns from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

export interface Problem extends Place {
  message: string;
}

/** One thing of a file. */
export interface Entry {
  kind: Kind;
  item: Item;
  /** Where a field stands; of a missing one, where the nearest object above begins. */
  place(path: Path): Place;
}

export interface Folder {
  entries: Entry[];
  /** The kinds that a file names, be it with an empty list. */
  held: ReadonlySet<Kind>;
  problems: Problem[];
}

/** Reads all YAML files of a folder and of its folders, but no hidden ones, in the order of their names. */
export async function readFolder(folder: string): Promise<Folder> {
  const read: Folder & { held: Set<Kind> } = { entries: [], held: new Set(), problems: [] };
  for (const file of await yamlFiles(folder)) {
    readFile(file, await Deno.readTextFile(join(folder, file)), read);
  }
  return read;
}

export async function yamlFiles(folder: string, under = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory, isFile } of Deno.readDir(join(folder, under))) {
    if (name.startsWith(".")) continue;
    const path = under === "" ? name : `${under}/${name}`;
    if (isDirectory) found.push(...await yamlFiles(folder, path));
    else if (isFile && /\.ya?ml$/.test(name)) found.push(path);
  }
  return found.sort(byText);
}

function readFile(file: string, text: string, { entries, held, problems }: Folder & { held: Set<Kind> }) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const wrong = [...document.errors, ...document.warnings];
  problems.push(...wrong.map(({ message, pos }) => ({ ...at(pos[0]), message })));
  if (document.errors.length > 0 || document.contents === null) return;
  const whole = valueOf(document, problems, at(0));
  if (whole === undefined) return;
  if (!isItem(whole)) {
    problems.push({ ...at(0), message: `Must have one of the keys ${KINDS.join(", ")}` });
    return;
  }
  const place = (path: Path) => at(offsetOf(document, path));
  for (const [kind, value] of Object.entries(whole)) {
    if (!isKind(kind)) {
      problems.push({ ...place([kind]), message: `Unknown key "${kind}"; there are ${KINDS.join(", ")}` });
      continue;
    }
    held.add(kind);
    const isOne = NOUNS[kind].isSingle === true;
    const items: unknown[] = isOne
      ? [value]
      : Array.isArray(value)
      ? value
      : value === null
      ? []
      : [undefined];
    items.forEach((item, index) => {
      const above = isOne || !Array.isArray(value) ? [kind] : [kind, index];
      if (isItem(item)) entries.push({ kind, item, place: (path) => place([...above, ...path]) });
      else {problems.push({
          ...place(above),
          message: isOne ? "Must be an object" : "Must be a list of objects",
        });}
    });
  }
}

function valueOf(document: Document, problems: Problem[], start: Place): unknown {
  try {
    return document.toJS();
  } catch (error) {
    problems.push({ ...start, message: errorSentence(error) });
    return undefined;
  }
}

function isKind(key: string): key is Kind {
  return Object.hasOwn(NOUNS, key);
}

/** The offset of a field, or of the nearest above it: of a map's key, or of a list's item. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents, offset = document.contents?.range?.[0] ?? 0;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) =>
        (isScalar(key) ? String(key.value) : String(key)) === String(part)
      );
      if (pair === undefined) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)];
      if (item === undefined) break;
      offset = startOf(item) ?? offset;
      node = item;
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

/** The text of a file with the things of one kind. */
export function fileText(kind: Kind, value: Item | Item[]): string {
  const document = new Document({ [kind]: value }, { aliasDuplicateObjects: false });
  document.commentBefore = ` yaml-language-server: $schema=${SCHEMA_FILE}`;
  return document.toString({ lineWidth: 0 });
}

/** The schema of all files, in a folder that `readFolder()` does not read. */
export const SCHEMA_FILE = ".schemas/plant.json";
