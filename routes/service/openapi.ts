import { OpenAPIHono, z } from "@hono/zod-openapi";
import { JSON_LIMITS } from "../../domain/shared/json_size.ts";
import { MOST_ISSUES, MOST_PROBLEMS } from "../../domain/shared/refusal.ts";
import { completed } from "../pipeline/document/common.ts";
import { FailureCatalogue } from "../pipeline/document/failure_catalogue.ts";
import { HEADERS } from "../pipeline/document/headers.ts";
import { bare } from "../pipeline/document/answers.ts";
import { TAGS } from "../pipeline/document/tags.ts";
import type { AppEnv } from "../pipeline/env.ts";
import { notificationWebhook } from "../pipeline/document/notification_webhook.ts";
import { MAX_OPEN_BODY_BYTES } from "../pipeline/middleware/json_body.ts";
import { definitionsOf } from "../pipeline/admission.ts";
import { defineRoute, routeAt } from "../pipeline/route.ts";

export type ApiDocument = ReturnType<typeof documentOf>;

/**
 * Serves the OpenAPI document of all routes of the app. It is built and written at the first request: nobody needs to be
 * signed in to read it, so a request must cost little.
 */
export function serveOpenApi(app: OpenAPIHono<AppEnv>): void {
  let made: Uint8Array<ArrayBuffer> | undefined;
  app.get(DOCUMENT_PATH, (c) => {
    made ??= new TextEncoder().encode(JSON.stringify(withPlainPatterns(documentOf(app))));
    return c.body(made, 200, { "Content-Type": "application/json" });
  });
  app.openAPIRegistry.registerPath(routeAt(...documentRoute));
}

const DOCUMENT_PATH = "/api/openapi.json";

const documentRoute = defineRoute(`GET ${DOCUMENT_PATH}`, {
  may: "public",
  operationId: "getOpenApiDocument",
  tags: ["Service"],
  responses: bare("This document, without the envelope", {
    schema: z.record(z.string(), z.unknown()),
    example: { openapi: "3.1.0", info: { title: "Andon", version: "beta" }, paths: {} },
  }),
});

/** Removes the flag of patterns such as `…/u`: JSON Schema's patterns are always Unicode. */
function withPlainPatterns(document: ApiDocument): ApiDocument {
  return JSON.parse(
    JSON.stringify(document),
    (key, value) => key === "pattern" && /\/u$/.test(value) ? value.slice(0, -2) : value,
  );
}

/** How a request authenticates: by a session or a key. */
const CREDENTIALS = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-andon_session",
    description: "The session of a person, started by POST /api/auth/login",
  },
  localSession: {
    type: "apiKey",
    in: "cookie",
    name: "andon_session",
    description: "The same on the machine itself and with COOKIE_SECURE=off, where the cookie is not Secure",
  },
  metricsToken: {
    type: "http",
    scheme: "bearer",
    description: "The setting METRICS_TOKEN, only for /metrics",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "andon_…",
    description:
      "A key of /api/keys; or a JWT access token of an identity provider, for the audience that the " +
      "provider has in /api/identity-providers. The push channel and conversations take no access token",
  },
} as const;

const DESCRIPTION =
  `The management console for industrial data monitoring: rules, instances, events, conversations about them.

**Envelope.** Every body is an object with \`success\`. Reads have \`data\`, writes also a \`message\`, paged lists also \
\`pagination\`; failures have \`error\` and \`details\` with an \`error_code\`. Every field of a read is present, null if \
empty. PUT changes only the fields that it names; null clears one. Unknown fields of a body are refused by name; the resource's own \
read-only fields are ignored, so that a client can read, change and write a resource.

**Lists.** All take \`limit\` and \`offset\`, or \`page\` and \`per_page\`, not both. Without them a list is returned whole; beyond \
10,000 rows it is cut and has \`pagination\`. Events are in order of start, newest first, the audit log newest first, all \
others by ascending id.

**Limits.** Texts are counted in characters as JSON Schema counts them, in Unicode code points: an emoji is one. \
An event's name holds 1,000, with its placeholders put in; it, the description and the enrichment of an event are cut \
where placeholders make them longer than they may be. Names and keys take no control characters, no marks of text \
direction and no halves of surrogate pairs; longer texts (descriptions, instructions, notes, messages) also take tabs \
and line breaks. Names of streams and constants take any character. A body may hold 1 MiB (package import: 32 MiB; \
before sign-in: ${MAX_OPEN_BODY_BYTES / 1024} KiB), ${
    JSON_LIMITS.values.toLocaleString("en-US")
  } fields and list \
items in all (package import: each template and instance), nested ${JSON_LIMITS.depth} deep; lists that are too long \
are refused before their items are checked. At most ${MOST_ISSUES} issues are listed; the items of a bulk operation or \
an import list ${
    MOST_PROBLEMS.toLocaleString("en-US")
  } problems in all, and beyond that each its first one. 100 requests a minute from one \
address (IPv6: a /64 network); of them 10 a minute that are costly (discovery, bulk operations, import); 20 a minute \
to one AI provider. A refused request: 429 with \`Retry-After\`. An installation can set other limits, and count a \
session or key instead of an address (\`RATE_LIMIT_BY\`); the RateLimit headers state them. A wall screen counts to \
itself. Requests that a browser \
marks as started by a page of another site (\`Origin\`, \`Sec-Fetch-Site\`) have an allowance of their own and are \
refused with 403, except for links that a person follows.

**Roles.** viewer, operator, engineer, admin: each has all permissions of the roles before it.

**Order of refusals.** 401, 403 for the role, 404, 400, then conflicts of the action itself.

**Times** are UTC with milliseconds, \`2026-01-31T08:15:02.123Z\`; a sample's source time has seven decimals.`;

function documentOf(app: OpenAPIHono<AppEnv>) {
  const document = new OpenAPIHono();
  const { openAPIRegistry: registry } = document;
  const catalogue = new FailureCatalogue(registry);
  for (const route of definitionsOf(app)) registry.registerPath(completed(route, catalogue));
  for (const [name, { header }] of Object.entries(HEADERS)) {
    registry.registerComponent("headers", name, header);
  }
  for (const [name, scheme] of Object.entries(CREDENTIALS)) {
    registry.registerComponent("securitySchemes", name, scheme);
  }
  registry.registerWebhook(notificationWebhook);
  return document.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Andon",
      version: "beta",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ session: [] }, { localSession: [] }, { apiKey: [] }],
    tags: [...TAGS],
  });
}
