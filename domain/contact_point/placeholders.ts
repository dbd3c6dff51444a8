import type { OutgoingMessage } from "../notification/types.ts";
import { SEVERITIES } from "../event/severity.ts";

/** What a template of an HTTP request or a topic may name in braces. */
export const PLACEHOLDERS = [
  ...["delivery_key", "event_key", "title", "text"] as const,
  ...["severity", "status", "to", "link"] as const,
];
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

/** The values that a choice, `{status:firing=trigger,resolved=resolve}`, must have a text for. */
const CHOICES: Readonly<Partial<Record<Placeholder, readonly string[]>>> = {
  severity: SEVERITIES,
  status: ["firing", "resolved"],
};

/** `{title}`, `{secret.token}`, `{severity:critical=5,error=4,warning=3,info=2}`. */
const IN_BRACES = /\{(secret\.)?([a-z_][a-z0-9_]*)(?::([^{}]*))?\}/g;

/** How a value is written where it stands, so that it cannot end its place. */
export type Escape = (value: string) => string;

export const inJson: Escape = (value) => JSON.stringify(value.toWellFormed()).slice(1, -1);
export const inUrl: Escape = (value) => encodeURIComponent(value.toWellFormed());
export const asText: Escape = (value) => value;
/** Header values are bytes of Latin letters, in one line. */
export const inHeader: Escape = (value) =>
  value.replace(/\s+/g, " ").replace(/[^\x20-\x7e\xa0-\xff]/gu, "?").trim();
const LONGEST_LEVEL = 200;
/** A value stays within one level of a topic, and is no wildcard. */
export const inTopic: Escape = (value) =>
  [...value.toWellFormed().replace(/[/+#\p{Cc}]/gu, "_")].slice(0, LONGEST_LEVEL).join("");

export const CONTENT_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "text/plain",
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** How values are written in bodies of a type. */
export const BODY_ESCAPES: Readonly<Record<ContentType, Escape>> = {
  "application/json": inJson,
  "application/x-www-form-urlencoded": inUrl,
  "text/plain": asText,
};

/** What is wrong with the placeholders of a template; undefined: nothing. */
export function placeholderProblem(
  template: string,
  allowed: readonly Placeholder[] = PLACEHOLDERS,
): string | undefined {
  for (const [whole, secret, name, choice] of template.matchAll(IN_BRACES)) {
    if (secret !== undefined) {
      if (choice !== undefined) return `${whole}: a secret has no choices`;
      continue;
    }
    const known = allowed.find((one) => one === name);
    if (known === undefined) {
      return `${whole} is not a placeholder; use ${allowed.map((one) => `{${one}}`).join(", ")}`;
    }
    if (choice !== undefined) {
      const problem = choiceProblem(whole, { texts: choicesOf(choice), values: CHOICES[known] });
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function choiceProblem(
  whole: string,
  { texts, values }: { texts: ReadonlyMap<string, string>; values: readonly string[] | undefined },
): string | undefined {
  if (values === undefined) return `${whole}: only {severity} and {status} have choices`;
  const missing = values.find((value) => !texts.has(value));
  if (missing !== undefined) return `${whole} has no text for ${missing}`;
  const unknown = [...texts.keys()].find((value) => !values.includes(value));
  return unknown === undefined ? undefined : `${whole}: ${unknown} is none of ${values.join(", ")}`;
}

/** `firing=trigger,resolved=resolve` by value. */
function choicesOf(text: string): Map<string, string> {
  return new Map(
    text.split(",").map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [pair.trim(), ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** The names of the secrets that a template uses. */
export function secretsIn(template: string): string[] {
  return [...template.matchAll(IN_BRACES)].flatMap(([, secret, name = ""]) =>
    secret === undefined ? [] : [name]
  );
}

export function hasPlaceholder(template: string, wanted: Placeholder): boolean {
  return [...template.matchAll(IN_BRACES)].some(([, secret, name]) =>
    secret === undefined && name === wanted
  );
}

export interface Filling {
  values: PlaceholderValues;
  secrets: Readonly<Record<string, string>>;
  escape: Escape;
}

/** The template with its placeholders replaced. A choice's text stands as the template has it. */
export function fill(template: string, { values, secrets, escape }: Filling): string {
  return template.replace(IN_BRACES, (whole, secret: string | undefined, name: string, choice?: string) => {
    if (secret !== undefined) return escape(secrets[name] ?? "");
    const value = PLACEHOLDERS.some((one) => one === name) ? values[name as Placeholder] : undefined;
    if (value === undefined) return whole;
    return choice === undefined ? escape(value) : choicesOf(choice).get(value) ?? "";
  });
}

/** A message as placeholders name it. Several events have no key in common, so theirs is the delivery's. */
export function valuesOf(message: OutgoingMessage, to: string | null = message.to): PlaceholderValues {
  return {
    delivery_key: message.key,
    event_key: message.event_key ?? message.key,
    title: message.title,
    text: message.text,
    severity: message.severity,
    status: message.status,
    to: to ?? "",
    link: message.link ?? "",
  };
}

/** Values for trying a template: they hold what must be escaped. One for each severity and status. */
export function trialValues(): PlaceholderValues[] {
  const nasty = `"\\{}&=?#/%\n'<é`;
  const texts = { delivery_key: nasty, event_key: nasty, title: nasty, text: nasty, to: nasty, link: nasty };
  const statuses = ["firing", "resolved"];
  return SEVERITIES.flatMap((severity) => statuses.map((status) => ({ ...texts, severity, status })));
}
