import type { FormField } from "../../../domain/shared/form_field.ts";
import { CONTACT_POINT_KINDS, kindOf } from "../../../domain/contact_point/kinds.ts";
import { HTTP_PRESETS } from "../../../domain/contact_point/presets.ts";
import type { ContactPointConfig, ContactPointKind } from "../../../domain/contact_point/types.ts";
import type { Schemas } from "../../api/client.ts";
import type { Issue } from "../../api/problem.ts";

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
  return withFields(kind, (field) => field.initial ?? "");
}

function formConfig(config: ContactPointConfig): FormConfig {
  const values: Readonly<Record<string, unknown>> = config;
  return withFields(config.kind, (field, name) => {
    const value = values[name] ?? "";
    if (field.input !== "lines" || !Array.isArray(value)) return value;
    return value.map((item) => field.textOf?.(item) ?? item).join("\n");
  });
}

function withFields(
  kind: ContactPointKind,
  valueOf: (field: FormField, name: string) => unknown,
): FormConfig {
  const fields = Object.entries(kindOf(kind).form);
  return { ...Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, name)])), kind };
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
  return withFields(config.kind, (field, name) => {
    const value = config[name];
    if (field.input === "lines") return linesOf(value).map((line) => field.itemOf?.(line) ?? line);
    return field.isOptional && value === "" ? null : value;
  }) as ContactPointConfig;
}

function linesOf(text: unknown): string[] {
  return String(text ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/** What can be seen without the server in fields that hold lists as lines. */
export function lineIssues({ config }: ContactPointValues): Issue[] {
  return Object.entries(kindOf(config.kind).form).flatMap(([name, field]) => {
    if (field.input !== "lines") return [];
    const problem = linesOf(config[name]).map((line) => field.problemOf?.(line)).find((text) =>
      text !== undefined
    );
    return problem === undefined ? [] : [{ path: `config.${name}`, message: problem }];
  });
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
