import { picked } from "../../../domain/shared/picked.ts";
import { DEFAULT_SOURCE, DEFAULT_SOURCE_NAME, SOURCE_DEFAULTS } from "../../../domain/source/types.ts";
import type { Schemas } from "../../api/client.ts";
import {
  configOf,
  type KindFields,
  type KindValues,
  newValues,
  valuesOf,
} from "../../parts/form/kind_values.ts";

export type Source = Schemas["Source"];

/** A kind of source, with what its form is made from. */
export interface SourceKind extends Omit<Schemas["SourceKind"], "fields"> {
  fields: KindFields;
}

/** The API's document does not say what a field of a form may be. */
export function sourceKinds(kinds: readonly Schemas["SourceKind"][]): readonly SourceKind[] {
  return kinds as unknown as readonly SourceKind[];
}

/** How a source is read. */
export const READING = Object.keys(SOURCE_DEFAULTS) as (keyof Reading)[];

type Reading = { [Name in keyof typeof SOURCE_DEFAULTS]: Source[Name] };
/** Numbers are null while their field is empty. */
type ReadingValues = { [Name in keyof Reading]: Reading[Name] | null };

export interface SourceValues extends ReadingValues {
  name: string;
  config: KindValues;
  secrets: Record<string, string>;
}

export function storedValues({ fields }: SourceKind, stored: Source): SourceValues {
  const { name, config } = stored;
  return { name, config: valuesOf(fields, config), secrets: {}, ...picked(SOURCE_DEFAULTS, stored) };
}

export function newSourceValues(kind: SourceKind, sources: readonly Source[]): SourceValues {
  const { fields, defaults } = kind;
  return {
    name: proposedName(kind, sources),
    config: newValues(fields),
    secrets: {},
    ...picked(SOURCE_DEFAULTS, defaults) as Reading,
  };
}

/** The first of its kind is the source `default`, whose streams have no prefix, where it may be. */
export function proposedName({ kind, is_of_configuration }: SourceKind, sources: readonly Source[]): string {
  if (is_of_configuration && !sources.some(({ id }) => id === DEFAULT_SOURCE)) return DEFAULT_SOURCE_NAME;
  const taken = new Set(sources.map(({ name }) => name.toLowerCase()));
  const free = [kind, ...Array.from({ length: sources.length }, (_, at) => `${kind}_${at + 2}`)];
  return free.find((name) => !taken.has(name)) ?? "";
}

/** An empty secret is omitted, which keeps the stored one; an empty number is that of the kind. */
export function sourceBody(kind: SourceKind, { name, config, secrets, ...given }: SourceValues) {
  const reading = Object.fromEntries(
    READING.map((key) => [key, given[key] ?? kind.defaults[key]]),
  ) as unknown as Reading;
  return { name, ...reading, ...testedBody(kind, { config, secrets }) };
}

/** What a test needs of the settings. */
export function testedBody(
  { fields }: SourceKind,
  { config, secrets }: Pick<SourceValues, "config" | "secrets">,
) {
  return {
    config: configOf(fields, config),
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== "")),
  };
}

/** Whether the change concerns the connection, so that it is tested before it is stored. */
export function changesConnection(
  kind: SourceKind,
  stored: Source | undefined,
  values: SourceValues,
): boolean {
  const { config, secrets } = testedBody(kind, values);
  return stored === undefined || Object.keys(secrets).length > 0 ||
    JSON.stringify(config) !== JSON.stringify(storedConfig(kind, stored));
}

/** Whether the streams of another plant are read. */
export function isOtherPlant(kind: SourceKind, stored: Source | undefined, values: SourceValues): boolean {
  if (stored === undefined) return false;
  const { config } = testedBody(kind, values), before = storedConfig(kind, stored);
  return kind.place.some((name) => config[name] !== before[name]);
}

/** In the order of the form, which is not that of the store. */
function storedConfig({ fields }: SourceKind, { config }: Source): KindValues {
  return configOf(fields, valuesOf(fields, config));
}

/** What tells one version of the stored settings from another; not its state. */
export function versionOf(source: Source): string {
  const { id, name, config } = source;
  return JSON.stringify([id, name, config, picked(SOURCE_DEFAULTS, source)]);
}

export interface SourceStateText {
  text: string;
  isWrong: boolean;
  /** The source refuses the credentials: it stays wrong until a person enters others. */
  isRefused: boolean;
}

/** The state of a source in few words. */
export function stateText({ is_active, state, reason, error_code }: Source): SourceStateText {
  const isRefused = state !== "connected" && error_code === "INVALID_CREDENTIALS";
  const says = (text: string, isWrong: boolean) => ({ text, isWrong: isWrong || isRefused, isRefused });
  if (!is_active) return { text: "Paused", isWrong: false, isRefused: false };
  if (isRefused) return says("Refuses the credentials", true);
  if (state === "none") return says("Waits for its secret", true);
  if (state === "lost") return says("Lost", true);
  if (state === "connecting") {
    return reason === null ? says("Connecting", false) : says("Cannot be reached", true);
  }
  return says("Connected", false);
}
