import { starsIn } from "../../domain/instance/pattern.ts";
import { isMap } from "../../domain/shared/objects.ts";
import type { Item, Kind, Noun, Path, Reference } from "./noun.ts";

/** What takes the place of a reference; `dropped` for none, which leaves an item of a list out. */
export type Mapped = (value: unknown, found: { to: Kind; path: Path }) => unknown;

export const dropped = Symbol("dropped");

interface Rule {
  /** What is left of the path of a body. */
  rest: readonly string[];
  reference: Reference;
}

interface Walk {
  rules: readonly Rule[];
  map: Mapped;
  /** Which of its two names a field has in the value, and which one it gets. */
  from: "body" | "file";
  path: Path;
  holder: Item;
  /** Told of fields of a file that have the name of a body. */
  stray?: (found: { path: Path; as: string }) => void;
}

/** A body in the form of a file: fields have the names of files, and references are mapped. */
export function fileOfBody(noun: Noun, body: Item, map: Mapped): Item {
  return converted(noun, body, { from: "body", map });
}

/** The item of a file in the form of a body. Paths are those of the file. */
export function bodyOfFile(noun: Noun, item: Item, map: Mapped, stray?: Walk["stray"]): Item {
  return converted(noun, item, { from: "file", map, stray });
}

function converted(
  { references }: Noun,
  value: Item,
  walk: Pick<Walk, "from" | "map" | "stray">,
): Item {
  const rules = references.map((reference): Rule => ({ rest: reference.at.split("."), reference }));
  return mappedObject(value, { ...walk, rules, path: [], holder: value });
}

function mappedValue(value: unknown, walk: Walk): unknown {
  const { rules, map, path, holder } = walk;
  const ended = rules.find(({ rest }) => rest.length === 0);
  if (ended !== undefined) {
    const { to, takesStars } = ended.reference;
    if (takesStars && starsIn(String(value)) > 0) return value;
    const kind = typeof to === "string" ? to : to.kinds[String(holder[to.field])];
    return value === null || value === undefined || kind === undefined
      ? value
      : map(value, { to: kind, path });
  }
  if (rules.length === 0) return value;
  if (Array.isArray(value)) {
    const inside = rules.filter(({ rest }) => rest[0] === "*").map(advanced);
    return value.map((each, at) => mappedValue(each, { ...walk, rules: inside, path: [...path, at] }))
      .filter((each) => each !== dropped);
  }
  return isItem(value) ? mappedObject(value, walk) : value;
}

function mappedObject(value: Item, walk: Walk): Item {
  const { rules, from, path, stray } = walk;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
      const other = from === "file" ? rules.find((rule) => isStray(rule, name)) : undefined;
      if (other !== undefined) {
        stray?.({ path: [...path, name], as: other.reference.as });
        return [];
      }
      const own = rules.filter((rule) => nameIn(rule, from) === name);
      const to = own[0] === undefined ? name : nameIn(own[0], from === "body" ? "file" : "body") ?? name;
      const mapped = mappedValue(field, {
        ...walk,
        rules: own.map(advanced),
        path: [...path, name],
        holder: value,
      });
      return mapped === dropped ? [] : [[to, mapped]];
    }),
  );
}

function nameIn({ rest, reference }: Rule, form: "body" | "file"): string | undefined {
  const isLast = rest.slice(1).every((part) => part === "*");
  return form === "file" && isLast ? reference.as : rest[0];
}

function isStray(rule: Rule, name: string): boolean {
  return rule.rest[0] === name && nameIn(rule, "file") !== name;
}

function advanced({ rest, reference }: Rule): Rule {
  return { rest: rest.slice(1), reference };
}

/** The path in a file of a path in a body. */
export function filePath({ references }: Noun, path: Path): Path {
  let rules = references.map((reference): Rule => ({ rest: reference.at.split("."), reference }));
  return path.map((part) => {
    const own = rules.filter(({ rest }) => rest[0] === part || (typeof part === "number" && rest[0] === "*"));
    const called = own[0] !== undefined && typeof part === "string" ? nameIn(own[0], "file") : part;
    rules = own.map(advanced);
    return called ?? part;
  });
}

export const isItem: (value: unknown) => value is Item = isMap;
