import { CONTACT_POINT_KINDS, kindOf, takesAddresses } from "../../../domain/contact_point/kinds.ts";
import { HTTP_PRESETS } from "../../../domain/contact_point/presets.ts";
import type { ContactPointConfig, ContactPointKind } from "../../../domain/contact_point/types.ts";
import type { Schemas } from "../../api/client.ts";
import type { Issue } from "../../api/problem.ts";
import { configOf, type KindFields, lineIssues, newValues, valuesOf } from "../../parts/form/kind_values.ts";

export type ContactPoint = Schemas["ContactPoint"];

/** The settings as the form's fields hold them: lists as lines, optional texts empty. */
type FormConfig = Record<string, unknown> & { kind: ContactPointKind };

export interface ContactPointValues {
  /** A kind, or `http:` and a preset. */
  choice: string;
  name: string;
  description: string;
  fallback: boolean;
  max_per_minute: number | null;
  /** Null: Andon's own heartbeat does not leave by it. */
  heartbeat_minutes: number | null;
  config: FormConfig;
  secrets: Record<string, string>;
  /** The address that a test goes to; empty: the contact point's own receiver. */
  test_to: string;
}

const PRESET = "http:";

/** What the form offers: the kinds, and the presets of HTTP requests. */
export const CHOICES: readonly { value: string; label: string }[] = CONTACT_POINT_KINDS.flatMap((kind) => [
  { value: kind, label: kindOf(kind).label },
  ...kind === "webhook" ? HTTP_PRESETS.map(({ name, label }) => ({ value: PRESET + name, label })) : [],
]);

function presetOf(choice: string) {
  return HTTP_PRESETS.find(({ name }) => PRESET + name === choice);
}

/** How often the heartbeat leaves by a new contact point of a choice; null: it does not. */
export function heartbeatOfChoice(choice: string): number | null {
  return presetOf(choice)?.heartbeat_minutes ?? null;
}

/** The settings that a choice begins with. */
export function configOfChoice(choice: string): FormConfig {
  const preset = presetOf(choice);
  if (preset !== undefined) return formConfig(preset.config);
  const kind = CONTACT_POINT_KINDS.find((each) => each === choice) ?? "email";
  return { ...newValues(kindOf(kind).form), kind };
}

function formConfig(config: ContactPointConfig): FormConfig {
  return { ...valuesOf(kindOf(config.kind).form, { ...config }), kind: config.kind };
}

/** The fields that these settings have. */
export function fieldsFor(config: ContactPointConfig): KindFields {
  return Object.fromEntries(
    Object.entries(kindOf(config.kind).form).filter(([, { isForAddresses }]) =>
      !isForAddresses || takesAddresses(config)
    ),
  );
}

export function contactPointValues(point: ContactPoint | undefined): ContactPointValues {
  const config = point?.config ?? null;
  return {
    choice: point?.kind ?? "email",
    name: point?.name ?? "",
    description: point?.description ?? "",
    fallback: point?.fallback ?? false,
    max_per_minute: point?.max_per_minute ?? 60,
    heartbeat_minutes: point?.heartbeat_minutes ?? null,
    config: config === null ? configOfChoice("email") : formConfig(config),
    secrets: {},
    test_to: "",
  };
}

/** What a write and a test have in common. Empty secrets are omitted, which keeps the stored ones. */
export function testedBody({ config, secrets }: ContactPointValues) {
  return { config: configBody(config), secrets: givenSecrets(secrets) };
}

export function contactPointBody(values: ContactPointValues) {
  const { name, description, fallback, max_per_minute, heartbeat_minutes } = values;
  const rates = { max_per_minute: max_per_minute ?? 0, heartbeat_minutes };
  return { name, description, fallback, ...rates, ...testedBody(values) };
}

function givenSecrets(secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ""));
}

/** The server checks every field, so the form's values only take its shape. */
export function configBody(config: FormConfig): ContactPointConfig {
  return { ...configOf(kindOf(config.kind).form, config), kind: config.kind } as ContactPointConfig;
}

/** What can be seen without the server. */
export function pointIssues({ config }: ContactPointValues): Issue[] {
  return lineIssues(kindOf(config.kind).form, config);
}

export interface SecretField {
  name: string;
  label: string;
  isStored: boolean;
}

/** The secrets that the settings use, in their order. */
export function secretFields(values: ContactPointValues, point: ContactPoint | undefined): SecretField[] {
  const { config, choice } = values;
  const { uses, secrets } = kindOf(config.kind);
  const labels = presetOf(choice)?.secrets ?? secrets ?? {};
  return uses(configBody(config)).map((name) => ({
    name,
    label: labels[name] ?? `Secret ${name}`,
    isStored: point?.kind === config.kind && point.stored_secrets.includes(name),
  }));
}
