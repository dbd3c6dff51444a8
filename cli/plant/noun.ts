import type { z } from "zod";
import type { Issue } from "../../domain/shared/refusal.ts";

/** The keys under which a file holds things, in the order in which they are written. */
export const KINDS = [
  "plant_nodes",
  "areas",
  "users",
  "identity_providers",
  "plant_settings",
  "assistant_types",
  "ai_providers",
  "contact_points",
  "teams",
  "rosters",
  "heartbeats",
  "sources",
  "packages",
  "templates",
  "instances",
  "patterns",
  "notification_policies",
] as const;

export type Kind = (typeof KINDS)[number];

/** Fields by their names, as JSON. */
export interface Item {
  [field: string]: unknown;
}

export type Path = readonly (string | number)[];

/** How a file calls a thing: by its name, or by several fields where names repeat, as those of templates do. */
export type Name = string | Item;

/** A field that names another thing: by its id in a body, by its name in a file. */
export interface Reference {
  /** Where it stands in a body, with `*` for each item of a list: `grants.*.area_ids.*`. */
  at: string;
  /** What a file calls the field. */
  as: string;
  to: Kind | KindByField;
  /** A text with * names several things, and stays as it is. */
  takesStars?: boolean;
}

/** The kind of the thing follows from another field of the object that names it. */
export interface KindByField {
  field: string;
  kinds: Readonly<Record<string, Kind>>;
}

export function kindsOf({ to }: Reference): readonly Kind[] {
  return typeof to === "string" ? [to] : Object.values(to.kinds);
}

/** Secrets are written, never read. */
export interface Secrets {
  /** The field with the secret, or with a map of secrets by name. */
  field: string;
  /** The names of those that are stored; one for a field without a map. */
  stored: (row: Item) => readonly string[];
  /** Other values of these fields clear the stored secrets, so they are sent again. */
  boundTo: readonly string[];
  /** What is wrong with those of a new thing. */
  issues?: (item: Item, secrets: Readonly<Record<string, string>>) => Issue[];
}

/** All that export and apply know of the things of one kind. */
export interface Noun {
  kind: Kind;
  /** As texts call one of them. */
  one: string;
  path: string;
  /** The fields of a file before references and secrets have their forms there: those of the body of POST. */
  schema: z.ZodObject;
  /** The fields whose values are its name in a file. */
  key: readonly string[];
  /** The field of a row that paths and references name it by. */
  id: string;
  references: readonly Reference[];
  secrets?: Secrets;
  /** There is one, which always exists. */
  isSingle?: boolean;
  /** The order of the items in a file counts. */
  isOrdered?: boolean;
  /** Andon stores none of them: they stand in files, and apply creates things of this kind by them. */
  creates?: Kind;
  /** Why it cannot be created by a key. */
  notCreated?: string;
  /** Why a row is not deleted by --prune. */
  kept?: (row: Item) => string | undefined;
  /** Rows that no file holds. */
  isLeftOut?: (row: Item) => boolean;
  /** The list as rows, if it is something else. */
  rows?: (listed: Item[]) => Item[];
  /** What the schema cannot tell of a body. */
  check?: (body: Item) => Issue[];
  /** Values that have an order or a form of their own. */
  normal?: (body: Item) => Item;
  /** Without defaults that the schema does not know. */
  short?: (body: Item) => Item;
  /** Fields that a request of its own sets, so that the body of POST and PUT lacks them. */
  apart?: readonly string[];
}
