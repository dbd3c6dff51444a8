import type { Issue } from "../../shared/refusal.ts";
import { addressProblem, CERTIFICATES, contactPointKind } from "../kind.ts";
import { CONTACT_POINT_LIMITS } from "../limits.ts";
import {
  CONTENT_TYPES,
  fill,
  hasPlaceholder,
  inJson,
  inUrl,
  PLACEHOLDERS,
  secretsIn,
  trialValues,
} from "../placeholders.ts";
import type { SettingsFields } from "../settings_fields.ts";

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Those that frame the request or carry its length. */
const OWN_HEADERS =
  /^(host|content-length|content-type|transfer-encoding|connection|upgrade|te|trailer|expect)$/i;

interface Templates {
  url: string;
  headers: readonly { value: string }[];
  body: string;
}

const REQUEST = { fold: "The request", isOfPreset: true };

export const HTTP = contactPointKind(({ z, lineText, linesText, checked, template, ca }: SettingsFields) => ({
  method: z.enum(["POST", "PUT", "PATCH", "GET"]).default("POST"),
  url: checked(template(lineText({ max: CONTACT_POINT_LIMITS.url })), urlProblem).describe(
    "Takes placeholders in the path and the query, such as `{event_key}` or `{secret.token}`",
  ),
  headers: z.array(z.strictObject({
    name: lineText({ max: 100 }).regex(TOKEN, "Must be the name of a header")
      .refine((name) => !OWN_HEADERS.test(name), "Is set by Andon"),
    value: template(lineText({ max: CONTACT_POINT_LIMITS.headerValue })),
  })).max(CONTACT_POINT_LIMITS.headers).default([]),
  content_type: z.enum(CONTENT_TYPES).default("application/json"),
  body: template(linesText({ max: CONTACT_POINT_LIMITS.body })).default("").meta({
    description: `Placeholders: ${PLACEHOLDERS.map((name) => `\`{${name}}\``).join(", ")}, ` +
      "`{secret.NAME}`, and choices such as `{status:firing=trigger,resolved=resolve}`. Values are escaped for the " +
      "content type",
  }),
  to: lineText({ max: 254 }).nullable().default(null).describe(
    "What `{to}` stands for in messages to nobody in particular, such as a number of the control room",
  ),
  ca: ca(),
}), {
  label: "HTTP request",
  issues({ method, content_type, body }) {
    if (typeof body !== "string") return [];
    return [
      ...content_type === "application/json" && !isJson(body)
        ? ["Is not JSON once the placeholders are replaced; put them inside quotes"]
        : [],
      ...method === "GET" && body !== "" ? ["Must be empty: a GET has no body"] : [],
    ].map((message): Issue => ({ path: "body", message }));
  },
  form: {
    url: {
      input: "text",
      label: "Address",
      hint: "Placeholders may stand after the host: {event_key}, {secret.token}",
    },
    to: {
      input: "text",
      label: "{to} in messages to nobody in particular",
      hint: "Such as the telephone number of the control room",
      isOptional: true,
      isForAddresses: true,
    },
    method: {
      ...REQUEST,
      input: "select",
      label: "Method",
      initial: "POST",
      options: (["POST", "PUT", "PATCH", "GET"] as const).map((value) => ({ value, label: value })),
      isHalf: true,
    },
    content_type: {
      ...REQUEST,
      input: "select",
      label: "Body",
      initial: "application/json",
      options: [
        { value: "application/json", label: "JSON" },
        { value: "application/x-www-form-urlencoded", label: "Form" },
        { value: "text/plain", label: "Text" },
      ],
      isHalf: true,
    },
    headers: {
      ...REQUEST,
      input: "lines",
      label: "Headers",
      hint: "One per line: Authorization: Bearer {secret.token}",
      rows: 2,
      isOptional: true,
      textOf: ({ name, value }) => `${name}: ${value}`,
      itemOf: headerOf,
      problemOf: (line) =>
        /^[^\s:]+:\s*\S/.test(line) ? undefined : `Write a name, a colon and a value, not “${line}”`,
    },
    body: {
      ...REQUEST,
      input: "area",
      label: "Text of the body",
      hint:
        "{title}, {text}, {severity}, {status}, {link}, {to}, {event_key}, {delivery_key}; choices as in {status:firing=trigger,resolved=resolve}",
      initial: '{ "title": "{title}", "text": "{text}" }',
      rows: 8,
    },
    ca: CERTIFICATES,
  },
  uses: (config) => [...new Set(templatesOf(config).flatMap(secretsIn))],
  secretProblem: (_, value) =>
    /^[!-~]([ -~]*[!-~])?$/.test(value)
      ? undefined
      : "Must be plain characters (ASCII), since it may stand in a header",
  receiver: ({ url }) => new URL(tried(url)).origin,
  addresses: (config) => namesRecipient(config) ? "number" : null,
  hasOwnReceiver: (config) => config.to !== null || !namesRecipient(config),
});

function templatesOf({ url, headers, body }: Templates): string[] {
  return [url, body, ...headers.map(({ value }) => value)];
}

function namesRecipient(templates: Templates): boolean {
  return templatesOf(templates).some((text) => hasPlaceholder(text, "to"));
}

function tried(url: string): string {
  return fill(url, { values: trialValues()[0]!, secrets: {}, escape: inUrl });
}

/** A placeholder in the host would let the text of an event choose who receives the secrets. */
function urlProblem(text: string): string | undefined {
  const [, scheme = "", authority = ""] = /^([^/?#]*:)\/\/([^/?#]*)/.exec(text) ?? [];
  return /[{}]/.test(scheme + authority)
    ? "Placeholders may stand in the path and the query only, not in the host"
    : addressProblem(tried(text));
}

/** Whether a body is JSON whatever the values are. */
function isJson(body: string): boolean {
  if (body.trim() === "") return true;
  const secrets = Object.fromEntries(secretsIn(body).map((name) => [name, `"\\`]));
  try {
    for (const values of trialValues()) JSON.parse(fill(body, { values, secrets, escape: inJson }));
    return true;
  } catch {
    return false;
  }
}

function headerOf(line: string) {
  const at = line.indexOf(":");
  return at < 0
    ? { name: line, value: "" }
    : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}
