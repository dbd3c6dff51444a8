import { assert, assertEquals } from "@std/assert";
import { fc } from "../support/fast_check.ts";
import { type Role, ROLES } from "../../domain/access/types.ts";
import { type ApiContract, apiContract, type DocumentedOperation } from "../support/api_contract.ts";
import { type DrawnRequest, requestsTo } from "../support/operation_arbitrary.ts";
import { fuzzedSystem } from "../support/fuzzed_system.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { times } from "../support/times.ts";

/** Cases an operation; `deno task proof:fuzz` draws more. What an admin draws must reach what there is. */
const CASES: Readonly<Record<Role, number>> = {
  viewer: times(4),
  operator: times(4),
  engineer: times(4),
  admin: times(40),
};
/** Of what takes long by its nature, or starts the data source anew. */
const FEWER: Readonly<Record<string, number>> = {
  "POST /api/auth/login": 1,
  "POST /api/users": 10,
  "PUT /api/users/{id}": 20,
  "POST /api/configuration": 20,
  "POST /api/test-connection": 20,
  "POST /api/discover-assets": 5,
};
/** A hang is a failure too. */
const ANSWER_DEADLINE_MS = 60_000;
const SEED = 20_260_131;

interface Fuzzed {
  on: RunningSystem;
  contract: ApiContract;
  role: Role;
  /** How many answers had each status, by operation. */
  seen: Map<string, Map<number, number>>;
}

/** A key of the role. Drawn requests may have deleted or changed the one before. */
async function keyOf({ on, role }: Fuzzed): Promise<string> {
  const draft = { name: crypto.randomUUID(), role, is_active: true, expires_at: null };
  const { key } = await on.andon.storage.access.apiKeys.issue(draft, { name: "test", role: "admin" });
  return key;
}

async function fuzz(fuzzed: Fuzzed, operation: DocumentedOperation): Promise<void> {
  const { contract, seen } = fuzzed;
  const key = await keyOf(fuzzed);
  const statuses = new Map<number, number>();
  seen.set(`${operation.method} ${operation.path}`, statuses);
  const most = CASES[fuzzed.role];
  const numRuns = takesNothing(fuzzed, operation)
    ? 1
    : Math.min(FEWER[`${operation.method} ${operation.path}`] ?? most, most);
  await fc.assert(
    fc.asyncProperty(requestsTo(contract, operation), async (request) => {
      const status = await send(fuzzed, { request, key });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
    { numRuns, seed: SEED, endOnFailure: numRuns < most },
  );
}

/** All requests to the operation are the same. */
function takesNothing({ contract }: Fuzzed, { method, path }: DocumentedOperation): boolean {
  const { parameters = [], requestBody } = contract.document.paths[path][method.toLowerCase()];
  return parameters.length === 0 && requestBody === undefined;
}

async function send(
  { on, contract, role }: Fuzzed,
  { request, key }: { request: DrawnRequest; key: string },
) {
  const { method, path, body } = request;
  const answer = await fetch(on.client.baseUrl + path, {
    method,
    body,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
  });
  const text = await answer.text();
  const { status, headers } = answer;
  contract.check({ method, path, status, headers, text });
  assert(
    status !== 500 || !text.includes('"INTERNAL_ERROR"'),
    `${role}: ${method} ${path} ${body}\n${text}\n${on.logged.at(-1)}`,
  );
  return status;
}

/** What breaks the house for what follows comes last. */
function inOrder({ operations }: ApiContract): DocumentedOperation[] {
  const weight = ({ method, path }: DocumentedOperation) =>
    Number(method === "DELETE" || (method === "PUT" && path === "/api/rule-events/{id}")) +
    2 * Number(/discover|test-conn|auth/.test(path)) +
    2 * Number(path === "/api/ai-providers/{provider_id}" && method === "DELETE") +
    4 * Number(path === "/api/configuration" && method === "POST");
  return [...operations].sort((one, other) => weight(one) - weight(other));
}

for (const role of ROLES) {
  Deno.test(`no drawn request of a ${role} is answered with a crash or outside the document`, async (test) => {
    const contract = await apiContract();
    await using on = await fuzzedSystem();
    const fuzzed: Fuzzed = { on, contract, role, seen: new Map() };
    for (const operation of inOrder(contract)) {
      await test.step(`${operation.method} ${operation.path}`, () => fuzz(fuzzed, operation));
    }
    assertEquals(on.logged.filter((line) => line.startsWith("error")), []);
    if (role === "admin") assertReached(fuzzed);
    console.log(summary(fuzzed));
  });
}

/** What drawn requests do not bring about: a right password or passkey, a socket, a model; and by luck alone what must fit the house. */
const SELDOM_DONE = [
  // Settings must fit a kind of source that answers, stores what arrives, or has something to choose from.
  "POST /api/sources/test",
  "PUT /api/sources/{id}",
  "POST /api/sources/{id}/secrets/{name}",
  "GET /api/sources/{id}/intake",
  "GET /api/sources/{id}/browse",
  // A shift's span, an override's and a calendar must fit a roster and a person, and a key is no person.
  "GET /api/rosters/{id}/shifts",
  "GET /api/rosters/{id}/overrides",
  "POST /api/rosters/{id}/overrides",
  "DELETE /api/rosters/{id}/overrides/{override_id}",
  "POST /api/rosters/{id}/calendar",
  "DELETE /api/rosters/{id}/calendar",
  "DELETE /api/rosters/{id}/calendars",
  "GET /files/rosters/{file}",
  // What an imagined event and a policy name must exist.
  "POST /api/notification-policies/preview",
  // The token of its address is 128 random bits.
  "POST /api/heartbeats/{name}",
  "PUT /api/heartbeats/{name}",
  "GET /api/auth/contact-addresses",
  "PUT /api/auth/contact-addresses",
  "POST /api/auth/contact-addresses",
  "POST /api/auth/contact-addresses/{address_id}/code",
  "POST /api/auth/contact-addresses/{address_id}/confirm",
  "DELETE /api/auth/contact-addresses/{address_id}",
  "DELETE /api/users/{id}/contact-addresses/{address_id}",
  "POST /api/auth/desk-confirmations",
  "POST /api/auth/desk-confirmations/passkey",
  "POST /api/auth/desk-confirmations/passkey/options",
  "PUT /api/auth/desk-pin",
  "DELETE /api/auth/desk-pin",
  "POST /api/instances",
  "POST /api/instances/bulk",
  "PUT /api/instances/{id}",
  "DELETE /api/instances/{id}",
  "DELETE /api/templates/{id}/versions/{version}",
  "POST /api/backtests",
  "POST /api/alarm-statistics/advice",
  "POST /api/instances/{id}/backfill",
  "POST /api/templates/{id}/backtest",
  "POST /api/rule-events/{id}/close",
  "PUT /api/identity-providers/{id}",
  // What is drawn names an area or a provider that is not there, or a directory without its people.
  "POST /api/identity-providers/test",
  "POST /api/contact-points",
  "PUT /api/contact-points/{id}",
  "POST /api/contact-points/test",
  "POST /api/contact-points/{id}/test",
  "PUT /api/areas/{id}",
  // What is taken out of service must exist, and end within 30 days.
  "POST /api/out-of-service",
  "PUT /api/out-of-service/{id}",
  // A drill needs a rule of a deployed instance, and somebody who is called.
  "POST /api/notification-drills",
  // Drawn policies name what is not there, and the last one cannot be deleted.
  "POST /api/notification-policies",
  "PUT /api/notification-policies/{id}",
  "DELETE /api/notification-policies/{id}",
  // Drawn areas name the nodes.
  "DELETE /api/plant-model/{floc_id}",
  "POST /api/auth/login",
  "POST /api/auth/login/code",
  "POST /api/auth/login/passkey",
  "POST /api/auth/login/passkey/options",
  "POST /api/auth/second-factors/code",
  "POST /api/auth/second-factors/code/begin",
  "POST /api/auth/second-factors/passkeys",
  "POST /api/auth/second-factors/passkeys/options",
  "POST /api/auth/second-factors/recovery-codes",
  "POST /api/auth/second-factors/remove",
  "POST /api/auth/password",
  "PUT /api/auth/profile",
  "POST /api/auth/logout",
  "DELETE /api/auth/sessions/{session_id}",
  "GET /api/users/{id}/sessions",
  "DELETE /api/users/{id}/sessions/{session_id}",
  "POST /api/screens",
  // An order must name each policy, and an area must be of nobody.
  "PUT /api/notification-policies/order",
  "DELETE /api/areas/{id}",
  "GET /api/ws",
  "POST /api/assistant-types",
  "POST /api/ai-providers/{provider_id}/test",
  "POST /api/ai-providers/{provider_id}/conversation",
  "GET /api/templates/{id}/versions/{version}",
  "POST /api/templates/{id}/versions/{version}/release",
  "POST /api/templates/{id}/versions/{version}/upgrade",
];

/** Requests that are all refused would prove little. */
function assertReached({ seen }: Fuzzed): void {
  const unreached = [...seen].filter(([, statuses]) => !statuses.has(200) && !statuses.has(201))
    .map(([line]) => line);
  assertEquals(unreached.filter((line) => !SELDOM_DONE.includes(line)), []);
}

function summary({ role, seen }: Fuzzed): string {
  const totals = new Map<number, number>();
  for (const statuses of seen.values()) {
    for (const [status, count] of statuses) totals.set(status, (totals.get(status) ?? 0) + count);
  }
  const parts = [...totals].sort().map(([status, count]) => `${status}: ${count}`);
  return `${role}: ${seen.size} operations; ${parts.join(", ")}`;
}
