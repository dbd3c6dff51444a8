import type { Issue } from "../shared/refusal.ts";
import { CONTACT_POINT_LIMITS } from "./limits.ts";
import { fill, hasPlaceholder, inUrl, secretsIn, trialValues } from "./placeholders.ts";
import type { ConfigOf, ContactPointConfig, ContactPointKind, ContactPointSecrets } from "./types.ts";

/** What differs between the kinds apart from their settings and how they send. */
interface KindRules<C> {
  label: string;
  /** The names of the secrets that it takes; `any`: those that its templates use. */
  secrets: readonly string[] | "any";
  /** Where it sends to. Secrets that were entered for one receiver are never sent to another. */
  receiver(config: C, secrets: ContactPointSecrets): string;
  /** The names of the secrets that it cannot do without. */
  needs(config: C): readonly string[];
  /** Whether a message can go to the address of a person. */
  takesAddresses(config: C): boolean;
  /** Whether a message to nobody in particular has a receiver. */
  hasOwnReceiver(config: C): boolean;
  /** What is wrong with a secret; undefined: nothing. */
  secretProblem(name: string, value: string): string | undefined;
}

const never = () => false;
const always = () => true;
const fine = () => undefined;

/** One entry a kind. */
const KINDS: { [K in ContactPointKind]: KindRules<ConfigOf<K>> } = {
  email: {
    label: "E-mail",
    secrets: ["password"],
    receiver: ({ host, port }) => hostAndPort(host, port),
    needs: ({ user }) => user === null ? [] : ["password"],
    takesAddresses: always,
    hasOwnReceiver: ({ to }) => to.length > 0,
    secretProblem: fine,
  },
  webhook: {
    label: "Webhook",
    secrets: ["secret", "second_secret"],
    receiver: ({ url }) => new URL(url).origin,
    needs: () => ["secret"],
    takesAddresses: never,
    hasOwnReceiver: always,
    secretProblem: (_, value) => signingProblem(value),
  },
  teams: channelByUrl("Microsoft Teams"),
  slack: channelByUrl("Slack"),
  http: {
    label: "HTTP request",
    secrets: "any",
    receiver: ({ url }) =>
      new URL(fill(url, { values: trialValues()[0]!, secrets: {}, escape: inUrl })).origin,
    needs: (config) => [...new Set(templatesOf(config).flatMap(secretsIn))],
    takesAddresses: (config) => templatesOf(config).some((text) => hasPlaceholder(text, "to")),
    hasOwnReceiver: (config) =>
      config.to !== null || !templatesOf(config).some((text) => hasPlaceholder(text, "to")),
    secretProblem: (_, value) => /^[!-~]([ -~]*[!-~])?$/.test(value) ? undefined : PLAIN_CHARACTERS,
  },
  mqtt: {
    label: "MQTT",
    secrets: ["password"],
    receiver: ({ host, port }) => hostAndPort(host, port),
    needs: () => [],
    takesAddresses: never,
    hasOwnReceiver: always,
    secretProblem: fine,
  },
};

const PLAIN_CHARACTERS = "Must be plain characters (ASCII), since it may stand in a header";

/** A channel whose address is the secret. */
function channelByUrl(label: string): KindRules<unknown> {
  return {
    label,
    secrets: ["url"],
    receiver: (_, { url }) => url === undefined ? "" : new URL(url).host,
    needs: () => ["url"],
    takesAddresses: never,
    hasOwnReceiver: always,
    secretProblem: (_, value) => isChannelAddress(value) ? undefined : "Must be an https address",
  };
}

function isChannelAddress(text: string): boolean {
  const url = URL.parse(text);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return url !== null && isWeb && url.username === "" && url.password === "" && url.hash === "";
}

function signingProblem(text: string): string | undefined {
  const bytes = bytesOf(text.replace(/^whsec_/, ""));
  const isWhole = text.startsWith("whsec_") && bytes !== undefined && bytes >= 24 && bytes <= 64;
  return isWhole ? undefined : "Must be whsec_ and 24 to 64 bytes as base64";
}

function bytesOf(base64: string): number | undefined {
  try {
    return atob(base64).length;
  } catch {
    return undefined;
  }
}

function templatesOf({ url, headers, body }: ConfigOf<"http">): string[] {
  return [url, body, ...headers.map(({ value }) => value)];
}

function hostAndPort(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The rules of a kind for any settings; the settings that are passed must be of that kind. */
function rulesOf(kind: ContactPointKind): KindRules<ContactPointConfig> {
  return KINDS[kind] as KindRules<ContactPointConfig>;
}

export function kindLabel(kind: ContactPointKind): string {
  return KINDS[kind].label;
}

export function receiverOf(config: ContactPointConfig, secrets: ContactPointSecrets): string {
  return rulesOf(config.kind).receiver(config, secrets);
}

export function takesAddresses(config: ContactPointConfig): boolean {
  return rulesOf(config.kind).takesAddresses(config);
}

export function hasOwnReceiver(config: ContactPointConfig): boolean {
  return rulesOf(config.kind).hasOwnReceiver(config);
}

/** What is wrong with the secrets for these settings, each with its path. */
export function secretIssues(config: ContactPointConfig, secrets: ContactPointSecrets): Issue[] {
  const { secrets: taken, needs, secretProblem } = rulesOf(config.kind);
  const issues: Issue[] = [];
  const { secrets: most } = CONTACT_POINT_LIMITS;
  if (Object.keys(secrets).length > most) {
    issues.push({ path: "secrets", message: `Takes at most ${most} secrets with those that are stored` });
  }
  const missing = needs(config).filter((name) => secrets[name] === undefined);
  for (const name of missing) issues.push({ path: `secrets.${name}`, message: "Is required" });
  for (const [name, value] of Object.entries(secrets)) {
    const isTaken = taken === "any" || taken.includes(name);
    const problem = isTaken ? secretProblem(name, value) : `${config.kind} takes no secret of this name`;
    if (problem !== undefined) issues.push({ path: `secrets.${name}`, message: problem });
  }
  return issues;
}
