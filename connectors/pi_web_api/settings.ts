import { z } from "zod";
import { choice } from "../../domain/shared/form_field.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { limitedText, linesText, lineText } from "../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import type { SourceForm } from "../../domain/source/types.ts";

const PEM = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
/** `\\SERVER\Database`; the first two may be omitted. */
const DATABASE = /^(\\\\)?[^\\]+\\[^\\]+$/;

const certificates = () =>
  linesText({ max: 10_000 }).regex(PEM, "Must be certificates as PEM").nullable().default(null);

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
}

/** How a PI Web API is reached, beside its secret. */
export const PI_WEB_API_SHAPE = {
  url: lineText({ max: TEXT_LIMITS.description })
    .refine(isHttpUrl, "Must be an http or https address without user, query and fragment")
    .describe("The address of the PI Web API, such as https://pi.example.com/piwebapi"),
  af_database: lineText({ max: TEXT_LIMITS.name })
    .regex(DATABASE, "Must be an AF server and a database, such as \\\\AFSERVER\\Plant").nullable().default(
      null,
    )
    .describe("`\\\\SERVER\\Database`: the attributes of its elements that have a PI point become streams"),
  data_archive: lineText({ max: TEXT_LIMITS.name }).regex(/\S/, "Must not be empty").nullable().default(null)
    .describe("The name of a PI Data Archive: without an AF database, its points become streams"),
  name_filter: limitedText({ min: 1, max: TEXT_LIMITS.name }).default("*")
    .describe("Only points with such a name; `*` and `?` stand for other characters"),
  authentication: z.enum(["basic", "bearer", "certificate"]).default("basic")
    .describe("What the secret is: a password, a token, or the private key of a client certificate"),
  user_name: lineText({ max: TEXT_LIMITS.name }).nullable().default(null)
    .describe("For a password: `DOMAIN\\user`"),
  certificate: certificates().describe("The client certificate (PEM) with those that sign it"),
  ca: certificates().describe("The certificates (PEM) that sign the server's; null: the public ones"),
};

export type PiWebApiConfig = z.infer<z.ZodObject<typeof PI_WEB_API_SHAPE>>;

export const PI_WEB_API_FORM: SourceForm<PiWebApiConfig> = {
  label: "AVEVA PI (PI Web API)",
  about:
    "A PI System, read through its PI Web API: attributes of an AF database, or points of a PI Data Archive",
  fields: {
    url: { input: "text", label: "Address", hint: "https://pi.example.com/piwebapi" },
    af_database: {
      input: "text",
      label: "AF database",
      hint: "\\\\AFSERVER\\Database. Empty: the points of a data archive",
      isOptional: true,
      isHalf: true,
    },
    data_archive: {
      input: "text",
      label: "Data archive",
      hint: "Only without an AF database",
      isOptional: true,
      isHalf: true,
    },
    name_filter: {
      input: "text",
      label: "Names of points",
      hint: "* and ? stand for other characters",
      initial: "*",
      isHalf: true,
    },
    authentication: choice("Sign in by", {
      basic: "User and password",
      bearer: "Bearer token",
      certificate: "Client certificate",
    }, "basic"),
    user_name: {
      input: "text",
      label: "User",
      hint: "DOMAIN\\user; only with a password",
      isOptional: true,
      isHalf: true,
    },
    certificate: {
      input: "area",
      label: "Client certificate",
      hint: "As PEM",
      isOptional: true,
      fold: "Certificates",
    },
    ca: {
      input: "area",
      label: "Certificates of your own authority",
      hint: "As PEM; empty: the public authorities",
      isOptional: true,
      fold: "Certificates",
    },
  },
  secrets: { secret: { label: "Password, token or private key", hint: "The private key as PEM" } },
  place: ["af_database", "data_archive"],
};

export function piWebApiIssues(
  { af_database, data_archive, authentication, user_name, certificate }: {
    readonly [Name in keyof PiWebApiConfig]?: unknown;
  },
): Issue[] {
  const issues: Issue[] = [];
  if (!af_database && !data_archive) {
    issues.push({ path: "data_archive", message: "Enter an AF database, or a data archive" });
  }
  if (authentication === "basic" && !user_name) {
    issues.push({ path: "user_name", message: "Enter the user whose password it is" });
  }
  if (authentication === "certificate" && !certificate) {
    issues.push({ path: "certificate", message: "Enter the certificate whose private key it is" });
  }
  return issues;
}

/** The AF server and the database that settings name; null: points of a data archive. */
export function databaseOf({ af_database }: PiWebApiConfig): { server: string; database: string } | null {
  const [server, database] = af_database?.split("\\").filter((part) => part !== "") ?? [];
  return server === undefined || database === undefined ? null : { server, database };
}
