import { join } from "node:path";
import { z } from "zod";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { lineText } from "../../domain/shared/schema.ts";
import type { Item, Name, Noun } from "./noun.ts";
import { nameText } from "./names.ts";
import { isItem } from "./references.ts";

/** Where a secret is found: in a variable of the environment, or in a file. */
export const secretReference = z.union([
  z.strictObject({
    env: lineText({ max: 200 }).regex(/^\w+$/, "Must be a name of letters, digits and _")
      .describe("The variable of the environment that has it"),
  }),
  z.strictObject({
    file: lineText({ min: 1, max: 1_000 })
      .describe("The file that has it, from ANDON_SECRETS_DIR or else from this folder"),
  }),
]).describe("Where apply finds the secret; never the secret itself").meta({ id: "SecretReference" });

export type SecretReference = z.infer<typeof secretReference>;

/** The references of an item by the names of its secrets, and what is no reference. */
export interface GivenSecrets {
  references: Map<string, unknown>;
  /** The field holds a map of secrets by name. */
  isMap: boolean;
}

export function secretsIn(noun: Noun, item: Item): GivenSecrets {
  const { secrets } = noun;
  const isMap = secrets !== undefined && isSecretMap(noun);
  const given = secrets === undefined ? undefined : item[secrets.field];
  if (given === undefined || given === null) return { references: new Map(), isMap };
  if (!isMap) return { references: new Map([[secrets!.field, given]]), isMap };
  return { references: new Map(isItem(given) ? Object.entries(given) : [[secrets!.field, given]]), isMap };
}

export function isSecretMap({ secrets }: Noun): boolean {
  return secrets?.field === "secrets";
}

/** The field of a body with these secrets. */
export function secretField(noun: Noun, values: ReadonlyMap<string, string>): Item {
  const { secrets } = noun;
  if (secrets === undefined || values.size === 0) return {};
  return isSecretMap(noun)
    ? { [secrets.field]: Object.fromEntries(values) }
    : { [secrets.field]: [...values.values()][0] };
}

/** What export proposes: a variable for each stored secret. `taken` gets the names. */
export function proposedSecrets(
  noun: Noun,
  { row, name, taken }: { row: Item; name: Name; taken: Set<string> },
): Item {
  const { secrets } = noun;
  const names = secrets?.stored(row) ?? [];
  if (secrets === undefined || names.length === 0) return {};
  const references = names.map((secret): [string, Item] => {
    const words = [noun.one, nameText(name), secret].join("_");
    const base = words.normalize("NFKD").replace(/\P{ASCII}/gu, "").replace(/\W+/g, "_").toUpperCase();
    let env = base;
    for (let more = 2; taken.has(env); more++) env = `${base}_${more}`;
    taken.add(env);
    return [secret, { env }];
  });
  return isSecretMap(noun)
    ? { [secrets.field]: Object.fromEntries(references) }
    : { [secrets.field]: references[0]![1] };
}

export interface Surroundings {
  folder: string;
  environment: Readonly<Record<string, string>>;
}

/** The secret, without the line break at the end of a file; or why there is none. */
export async function resolved(
  reference: SecretReference,
  { folder, environment }: Surroundings,
): Promise<{ secret: string } | { problem: string }> {
  if ("env" in reference) {
    const secret = environment[reference.env] ?? "";
    return secret === "" ? { problem: `Set the environment variable ${reference.env}` } : { secret };
  }
  const path = join(environment.ANDON_SECRETS_DIR ?? folder, reference.file);
  try {
    const secret = (await Deno.readTextFile(path)).replace(/\r?\n$/, "");
    return secret === "" ? { problem: `The file "${path}" is empty` } : { secret };
  } catch (error) {
    return { problem: `The file "${path}" cannot be read: ${errorSentence(error)}` };
  }
}
