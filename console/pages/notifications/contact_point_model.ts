import { kindLabel } from "../../../domain/contact_point/kinds.ts";
import { isMailbox } from "../../../domain/contact_point/mailbox.ts";
import { secretsIn } from "../../../domain/contact_point/placeholders.ts";
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

/** The settings of a new contact point, in the order in which the form offers the kinds. */
const EMPTY: Readonly<Record<ContactPointKind, ContactPointConfig>> = {
  email: {
    kind: "email",
    host: "",
    port: 587,
    tls: "starttls",
    user: null,
    from: "",
    from_name: "Andon",
    to: [],
    ca: null,
  },
  teams: { kind: "teams" },
  slack: { kind: "slack" },
  webhook: { kind: "webhook", url: "", ca: null },
  mqtt: {
    kind: "mqtt",
    host: "",
    port: 8883,
    tls: true,
    user: null,
    topic: "andon/{severity}",
    qos: 1,
    retain: false,
    ca: null,
  },
  http: {
    kind: "http",
    method: "POST",
    url: "",
    headers: [],
    content_type: "application/json",
    body: '{ "title": "{title}", "text": "{text}" }',
    to: null,
    ca: null,
  },
};

const KINDS = Object.keys(EMPTY) as ContactPointKind[];
/** Offered after the presets of HTTP requests. */
const LAST: readonly ContactPointKind[] = ["mqtt", "http"];

/** What the form offers: the kinds, and the presets of HTTP requests. */
export const CHOICES: readonly { value: string; label: string }[] = [
  ...KINDS.filter((kind) => !LAST.includes(kind)).map(choiceOf),
  ...HTTP_PRESETS.map(({ name, label }) => ({ value: PRESET + name, label })),
  ...LAST.map(choiceOf),
];

function choiceOf(kind: ContactPointKind) {
  return { value: kind, label: kindLabel(kind) };
}

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
  const kind = KINDS.find((each) => each === choice) ?? "email";
  return formConfig(EMPTY[kind]);
}

function formConfig(config: ContactPointConfig): FormConfig {
  const filled = Object.fromEntries(Object.entries(config).map(([name, value]) => [name, value ?? ""]));
  const form = { ...filled, kind: config.kind };
  if (config.kind === "email") return { ...form, to: config.to.join("\n") };
  if (config.kind === "mqtt") return { ...form, qos: String(config.qos) };
  if (config.kind !== "http") return form;
  return { ...form, headers: config.headers.map(({ name, value }) => `${name}: ${value}`).join("\n") };
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
function configBody(config: FormConfig): ContactPointConfig {
  const optional = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, OPTIONAL.has(name) && value === "" ? null : value]),
  );
  const { kind } = config;
  const body = { ...optional, kind };
  if (kind === "email") return { ...body, to: linesOf(config.to) } as ContactPointConfig;
  if (kind === "mqtt") return { ...body, qos: Number(config.qos) } as ContactPointConfig;
  if (kind === "http") {
    return {
      ...body,
      to: config.to === "" ? null : config.to,
      headers: linesOf(config.headers).map(headerOf),
    } as ContactPointConfig;
  }
  return body as ContactPointConfig;
}

const OPTIONAL: ReadonlySet<string> = new Set(["user", "ca"]);

function linesOf(text: unknown): string[] {
  return String(text ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

function headerOf(line: string): { name: string; value: string } {
  const at = line.indexOf(":");
  return at < 0
    ? { name: line, value: "" }
    : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}

/** What can be seen without the server in fields that hold lists as lines. */
export function lineIssues({ config }: ContactPointValues): Issue[] {
  if (config.kind === "email") {
    const wrong = linesOf(config.to).find((address) => !isMailbox(address));
    if (wrong !== undefined) return [{ path: "config.to", message: `“${wrong}” is not a mail address` }];
  }
  if (config.kind === "http") {
    const wrong = linesOf(config.headers).find((line) => !/^[^\s:]+:\s*\S/.test(line));
    if (wrong !== undefined) {
      return [{ path: "config.headers", message: `Write a name, a colon and a value, not “${wrong}”` }];
    }
  }
  return [];
}

export interface SecretField {
  name: string;
  label: string;
  isStored: boolean;
}

const SECRET_LABELS: Readonly<Record<string, string>> = {
  password: "Password",
  secret: "Signing secret",
  second_secret: "Second secret, while the first is replaced (optional)",
  url: "Address of the channel's webhook",
};

/** The secrets that the settings use, in their order. */
export function secretFields(values: ContactPointValues, point: ContactPoint | undefined): SecretField[] {
  const { config, choice } = values;
  const preset = presetOf(choice);
  const labels = preset?.secrets ?? SECRET_LABELS;
  return secretNames(config).map((name) => ({
    name,
    label: labels[name] ?? `Secret ${name}`,
    isStored: point?.kind === config.kind && point.stored_secrets.includes(name),
  }));
}

function secretNames(config: FormConfig): string[] {
  switch (config.kind) {
    case "email":
    case "mqtt":
      return config.user === "" ? [] : ["password"];
    case "webhook":
      return ["secret", "second_secret"];
    case "teams":
    case "slack":
      return ["url"];
    case "http":
      return [
        ...new Set([config.url, config.headers, config.body].flatMap((text) => secretsIn(String(text)))),
      ];
  }
}

/** Whether a test may go to the address of a person. */
export function mayNameRecipient({ config }: ContactPointValues): boolean {
  return config.kind === "email" ||
    (config.kind === "http" &&
      [config.url, config.headers, config.body].some((text) => /\{to\}/.test(String(text))));
}

/** A new signing secret of 32 bytes. */
export function newSigningSecret(bytes: Uint8Array<ArrayBuffer>): string {
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
