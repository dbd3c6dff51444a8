import { z } from "zod";
import { choice } from "../../domain/shared/form_field.ts";
import { limitedText, lineText } from "../../domain/shared/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import type { SourceForm } from "../../domain/source/types.ts";
import { collectedFields, collectedForm } from "../collected/settings.ts";
import { BELOW, isNodeText, nodeOfPick } from "./node_text.ts";

export const SECURITIES = ["none", "sign", "sign_and_encrypt"] as const;
export const POLICIES = ["Basic256Sha256", "Aes128_Sha256_RsaOaep", "Aes256_Sha256_RsaPss"] as const;
export const USERS = ["anonymous", "password", "certificate"] as const;
const MOST_NODES = 500, MOST_FINGERPRINTS = 10;

const FINGERPRINT_TEXT = "Must be a SHA-256 fingerprint: 64 hexadecimal digits, with or without colons";

const fingerprint = lineText({ max: 200 })
  .refine((text) => /^([0-9a-f]{2}[: -]?){32}$/i.test(text.trim()), FINGERPRINT_TEXT);

const chosenNode = lineText({ max: 1_000 }).refine(
  (text) => isNodeText(nodeOfPick(text)),
  `Must be a node id such as nsu=http://plant.example/;s=Line1, with ${BELOW} after it for all that is below it`,
);

/** How an OPC UA server is reached and what is read from it, beside its secrets. */
export const OPC_UA_SHAPE = {
  endpoint_url: lineText({ max: TEXT_LIMITS.description })
    .refine(isEndpoint, "Must be an address such as opc.tcp://10.0.0.5:4840, without user and query")
    .describe("Andon connects to this host and port only, whatever address the server names"),
  security: z.enum(SECURITIES).default("sign_and_encrypt"),
  policy: z.enum(POLICIES).default("Basic256Sha256").describe("Without security it is not used"),
  trusted_fingerprints: z.array(fingerprint).max(MOST_FINGERPRINTS).default([]).describe(
    "SHA-256 fingerprints of the certificates that the server may have. A test of the connection tells an unknown one",
  ),
  user: z.enum(USERS).default("anonymous"),
  user_name: limitedText({ max: TEXT_LIMITS.name }).nullable().default(null),
  nodes: z.array(chosenNode).max(MOST_NODES).default([])
    .describe(
      `The ids of the nodes to read, with ${BELOW} after one for all variables below it; at most 10,000 variables. ` +
        "Empty: nothing is read yet",
    ),
  sampling_ms: z.number().int().min(0).max(3_600_000).default(1_000)
    .describe("How often the server looks at a value; 0: as often as it can"),
  publishing_ms: z.number().int().min(50).max(60_000).default(250)
    .describe("How often the server sends what it has found"),
  queue_size: z.number().int().min(1).max(10_000).default(10)
    .describe("The values of a node that the server holds until it sends them"),
  deadband: z.number().min(0).max(1e9).default(0)
    .describe("The server sends only larger changes of a number; 0: every change"),
  deadband_of: z.enum(["value", "range"]).default("value")
    .describe("The deadband is in the value's unit, or in percent of the range that the server gives"),
  sends_unchanged: z.boolean().default(false)
    .describe("A value with a new time is sent although it is the same, which not every server can do"),
  reads_history: z.boolean().default(true)
    .describe("After a loss of the connection, what the server has stored meanwhile is read"),
  ...collectedFields,
};

export type OpcUaConfig = z.infer<z.ZodObject<typeof OPC_UA_SHAPE>>;

export const OPC_UA_FORM: SourceForm<OpcUaConfig> = {
  label: "OPC UA",
  about: "Variables of an OPC UA server, such as a PLC, a SCADA system or a gateway",
  fields: {
    endpoint_url: { input: "text", label: "Address", hint: "opc.tcp://10.0.0.5:4840" },
    security: choice(
      "Security",
      { none: "None", sign: "Sign", sign_and_encrypt: "Sign and encrypt" },
      "sign_and_encrypt",
    ),
    policy: {
      input: "select",
      label: "Policy",
      initial: "Basic256Sha256",
      isHalf: true,
      options: POLICIES.map((value) => ({ value, label: value })),
    },
    trusted_fingerprints: {
      input: "lines",
      rows: 2,
      label: "Trusted certificates of the server",
      hint: "SHA-256 fingerprints, one a line. A test of the connection tells the server's",
    },
    user: choice("Sign in", {
      anonymous: "Anonymous",
      password: "User and password",
      certificate: "Certificate of a user",
    }, "anonymous"),
    user_name: { input: "text", label: "User name", isOptional: true, isHalf: true },
    nodes: {
      input: "picks",
      rows: 6,
      below: BELOW,
      label: "Nodes",
      hint: `Ticked in the tree, or an id a line, with ${BELOW} after it for all variables below it`,
    },
    sampling_ms: {
      input: "number",
      min: 0,
      max: 3_600_000,
      label: "Sampling interval (ms)",
      initial: 1_000,
      isHalf: true,
    },
    publishing_ms: {
      input: "number",
      min: 50,
      max: 60_000,
      label: "Publishing interval (ms)",
      initial: 250,
      isHalf: true,
    },
    deadband: {
      input: "number",
      min: 0,
      max: 1e9,
      step: 0.001,
      label: "Deadband",
      hint: "0: every change",
      initial: 0,
      isHalf: true,
    },
    deadband_of: choice("Deadband in", { value: "The value's unit", range: "Percent of the range" }, "value"),
    queue_size: {
      input: "number",
      min: 1,
      max: 10_000,
      label: "Queue at the server",
      hint: "Values of a node",
      initial: 10,
      isHalf: true,
    },
    sends_unchanged: { input: "check", label: "Unchanged values too, when their time is new", isHalf: true },
    reads_history: {
      input: "check",
      label: "Fill gaps from the server's history",
      initial: true,
      isHalf: true,
    },
    ...collectedForm,
  },
  secrets: {
    password: { label: "Password", hint: "To sign in with a user name", isOptional: true },
    user_certificate: { label: "Certificate of the user (PEM)", rows: 4, isOptional: true },
    user_key: { label: "Key of that certificate (PEM)", rows: 4, isOptional: true },
  },
};

/** What is wrong with settings as a whole. */
export function opcUaIssues(
  { user, user_name, deadband_of, deadband, nodes }: { readonly [Name in keyof OpcUaConfig]?: unknown },
): Issue[] {
  const issues: Issue[] = [];
  if (user === "password" && (user_name === null || user_name === "")) {
    issues.push({ path: "user_name", message: "Must be given to sign in with a password" });
  }
  if (deadband_of === "range" && Number(deadband) > 100) {
    issues.push({ path: "deadband", message: "Must be at most 100 percent of the range" });
  }
  const seen = new Set<unknown>();
  for (const [i, chosen] of (Array.isArray(nodes) ? nodes : []).entries()) {
    if (seen.has(chosen)) issues.push({ path: `nodes.${i}`, message: "Is chosen twice" });
    seen.add(chosen);
  }
  return issues;
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === "opc.tcp:" && url.hostname !== "" && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
}
