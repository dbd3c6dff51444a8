import {
  apiKeyChangeSchema,
  type ApiKeyRecord,
  apiKeySchema,
  KEY_LIFETIME_DAYS,
} from "../../domain/access/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { answerCreated } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { answers } from "../pipeline/document/answers.ts";
import type { BodyCheck } from "../pipeline/middleware/json_body.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { takenName, unknownAreas } from "../pipeline/references.ts";
import { body } from "../pipeline/route.ts";
import { apiKeyView } from "./views/access.ts";
import { apiKey, newApiKey } from "./views/schemas/access.ts";

const DAY_MS = 24 * 3_600_000;

/** Only admins create keys, so no key has more permissions than its creator. */
export function apiKeyRoutes(deps: AppDeps) {
  const { access } = deps.storage;
  const view = (record: ApiKeyRecord) =>
    apiKeyView(record, { owner: access.apiKeyOwner(record), loss: access.ownerLoss(record) });
  const check: BodyCheck = ({ name, grants }, c) => [
    ...takenName(c, { noun: "API key", name, byName: (name) => access.apiKeys.byName(name) }),
    ...unknownAreas(deps.storage, grants),
  ];
  return new NounRoutes({
    tag: "API keys",
    what: "API key",
    operation: { one: "ApiKey", many: "ApiKeys" },
    path: "/api/keys",
    records: access.apiKeys,
    may: { read: "admin", write: "admin" },
    check,
    shown: apiKey,
    view,
  })
    .list("The API keys, without the keys themselves")
    .handle("POST /api/keys", {
      may: "admin",
      check: (given, c) => [
        ...takenName(c, { noun: "API key", name: given.name, byName: (name) => access.apiKeys.byName(name) }),
        ...pastExpiry(given, deps.now()),
        ...unknownAreas(deps.storage, given.grants),
      ],
      request: {
        body: body(apiKeySchema, { name: "Reporting", role: "viewer", expires_at: "2027-01-30T08:00:00Z" }),
      },
      description:
        "Clients send the key as `Authorization: Bearer andon_…`. The audit log records its actions " +
        "under `key:<name>`. The key belongs to the user who creates it, or to the owner of the key that creates it. " +
        `Without \`expires_at\` it expires after ${KEY_LIFETIME_DAYS} days; with null it does not expire.`,
      operationId: "createApiKey",
      responses: answers("The new API key. Only this answer has the key itself, as `key`", {
        status: 201,
        data: newApiKey,
        message: ({ name }: { name: string }) => `API key "${name}" is created; it is shown only once`,
      }),
    }, async (c, message) => {
      const given = c.req.valid("json");
      const draft = { ...given, expires_at: expiryOf(given, deps.now()), owner_id: ownerIdOf(c, deps) };
      const { key, record } = await access.apiKeys.issue(draft, actorOf(c));
      return answerCreated(c, { message: message(record), data: { ...view(record), key } });
    })
    .read({ answer: "The API key's record" })
    .update({ body: body(apiKeyChangeSchema, { is_active: false }), answer: "The API key's changed record" })
    .remove({ answer: "Deleted; the key is no longer accepted" });
}

/** A new key expires in a year unless the request names another time, or null. */
function expiryOf({ expires_at }: { expires_at?: string | null }, nowMs: Ms): string | null {
  return expires_at === undefined ? isoFromMs(nowMs + KEY_LIFETIME_DAYS * DAY_MS) : expires_at;
}

/** A key belongs to the user who creates it; one that is created with another key, to the owner of that key. */
function ownerIdOf(c: AppContext, { storage: { access } }: AppDeps): number | null {
  const keyId = c.get("apiKeyId");
  if (keyId === undefined) return c.get("signedIn")?.user.id ?? null;
  const used = access.apiKeys.get(keyId);
  return (used && access.apiKeyOwner(used)?.id) ?? null;
}

/** A new key must expire in the future. */
function pastExpiry({ expires_at }: Record<string, unknown>, nowMs: Ms): Issue[] {
  const past = typeof expires_at === "string" && Date.parse(expires_at) <= nowMs;
  return past ? [{ path: "expires_at", message: "Must be in the future" }] : [];
}
