import { join } from "node:path";
import { EXIT_CODES } from "../commands.ts";
import { byText } from "../../domain/shared/text.ts";
import { ApiFailure } from "./api.ts";
import { fileText, SCHEMA_FILE, yamlFiles } from "./folder.ts";
import { minimal } from "./minimal.ts";
import { nameText } from "./names.ts";
import { type Item, type Kind, KINDS } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
import { plantSchema } from "./schemas.ts";
import { proposedSecrets } from "./secrets.ts";
import { fileForm, readStored, type Stored, type StoredThings } from "./stored.ts";
import { apiOf, argumentsOf, type CommandContext } from "./context.ts";

/** Writes the plant of a running Andon into a folder, one file for each kind. */
export async function runExport(args: string[], context: CommandContext): Promise<number> {
  const { folder } = argumentsOf("export", args, []), api = apiOf(context);
  try {
    await Deno.mkdir(join(folder, ".schemas"), { recursive: true });
    const foreign = (await yamlFiles(folder)).filter((file) => !OWN_FILES.has(file));
    if (foreign.length > 0) {
      context.warn(
        `"${folder}" has files of your own, such as ${foreign[0]}; export into an empty folder and compare`,
      );
      return EXIT_CODES.refused.code;
    }
    const things = await readStored(api, KINDS);
    things.warnings.forEach((warning) => context.warn(warning));
    await Deno.writeTextFile(join(folder, SCHEMA_FILE), `${JSON.stringify(plantSchema(), null, 2)}\n`);
    let count = 0;
    for (const [kind, text, items] of filesOf(things)) {
      await Deno.writeTextFile(join(folder, `${kind}.yaml`), text);
      count += items;
    }
    context.print(`Wrote ${count} things into "${folder}"`);
    return EXIT_CODES.done.code;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    context.warn(error.message);
    return EXIT_CODES.failed.code;
  }
}

const OWN_FILES: ReadonlySet<string> = new Set(KINDS.map((kind) => `${kind}.yaml`));

/** The text of each file, and how many things are in it. */
function filesOf(things: StoredThings): [Kind, string, number][] {
  const taken = new Set<string>();
  return KINDS.filter((kind) => NOUNS[kind].creates === undefined).map((kind) => {
    const noun = NOUNS[kind];
    const kept = things.of(kind).filter(({ row }) => noun.isLeftOut?.(row) !== true);
    const items = inOrder(kept).map((stored) => itemOf(stored, { things, taken }));
    return [kind, fileText(kind, noun.isSingle ? items[0] ?? {} : items), items.length];
  });
}

/** By their names, so that two stores with the same things give the same file; parents before what is below them. */
function inOrder(things: readonly Stored[]): Stored[] {
  const [first] = things;
  if (first === undefined || first.noun.isOrdered) return [...things];
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const textOf = (thing: Stored) =>
    first.noun.kind === "plant_nodes" ? pathText(thing, byId) : nameText(thing.name);
  const texts = new Map(things.map((thing) => [thing, textOf(thing)]));
  return things.toSorted((one, other) => byText(texts.get(one)!, texts.get(other)!));
}

/** The names from the root on. */
function pathText({ name, row }: Stored, byId: ReadonlyMap<string | number, Stored>): string {
  const parent = byId.get(row.parent_id as string);
  return parent === undefined ? nameText(name) : `${pathText(parent, byId)}\n${nameText(name)}`;
}

function itemOf(stored: Stored, { things, taken }: { things: StoredThings; taken: Set<string> }): Item {
  const { noun, body, row, name } = stored;
  const short = minimal(noun.schema, body) as Item;
  const item = fileForm(noun, noun.short?.(short) ?? short, things);
  return { ...item, ...proposedSecrets(noun, { row, name, taken }) };
}
