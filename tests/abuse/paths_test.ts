import { assert, assertEquals, assertMatch } from "@std/assert";
import { MAX_BODY_BYTES } from "../../routes/pipeline/middleware/json_body.ts";
import { apiContract, type DocumentedOperation } from "../support/api_contract.ts";
import { inParallel } from "../support/in_parallel.ts";
import { answerOf, assertAnswer, HEAD_REFUSED, statusesOf } from "./support/answers.ts";
import { AttackedAndon, type Caller } from "./support/attacked_andon.ts";
import { FILE_TARGETS, REFUSED_HEADS } from "./support/odd_heads.ts";
import { head, RawConnection } from "./support/raw_connection.ts";

const AT_ONCE = 8;
const DEADLINE_MS = 60_000;
const LONG = 10_000;
/** Stand where an id is meant; nothing has one of them. */
const IDS = [
  ...["9007199254740991", "0", "-1", "1.5", "1e3", "9".repeat(LONG), "x".repeat(LONG)],
  ...["%00", "%FF", "..%2F..%2Fetc%2Fpasswd", "%2e%2e%2f", "__proto__", "constructor", "1%20OR%201=1"],
];
/** Stand where a filter is meant. */
const VALUES = [
  ...["", "-1", "1e999", "NaN", "9".repeat(LONG), "x".repeat(LONG), "*".repeat(LONG), "(".repeat(LONG)],
  ...["%00", "%FF", "%ED%A0%80", "[]", '{"$gt":""}', "__proto__", "2026-13-45T99:99:99Z"],
];
/** Tried in sockets_test. */
const SOCKET = "/api/ws";
const METHODS = ["PATCH", "OPTIONS", "PROPFIND", "X".repeat(200)];

interface Sent {
  what: string;
  /** As the document writes it. */
  operation: Pick<DocumentedOperation, "method" | "path">;
  /** The path that is asked for; default: the operation's with ids of things that are there. */
  path?: string;
  caller: Caller;
  /** What those may see who may call the operation. */
  allowed: number[];
  body?: string;
}

const { document, operations } = await apiContract();

Deno.test("no path, filter, method or head harms Andon, whoever sends it", async (test) => {
  await using andon = await AttackedAndon.start();
  const step = (fact: string, requests: Iterable<Sent>) =>
    test.step(fact, async () => {
      const sent = await inParallel(requests, { atOnce: AT_ONCE, work: (one) => send(andon, one) });
      assert(sent >= operations.length / 2, `${sent} requests`);
    });
  await step("wrong ids in every path", wrongIds(andon.callers));
  await step("wrong filters of every path", wrongFilters(andon.callers));
  await step("methods that a path does not have", wrongMethods(andon.callers));
  await step("bodies beyond the limit where none is meant", needlessBodies(andon.callers));
  for (const [what, text] of Object.entries(REFUSED_HEADS)) {
    await test.step(`${what}: refused, and no request is found in what follows`, () =>
      refusesHead(andon, text));
  }
  for (const target of FILE_TARGETS) {
    await test.step(`GET ${target} answers no file`, () => answersNoFile(andon, target));
  }
  await andon.assertUnharmed();
});

/** Each path by each caller, with one id after the other. */
function* wrongIds(callers: readonly Caller[]): Generator<Sent> {
  let turn = 0;
  for (const operation of operations.filter(({ path }) => path.includes("{"))) {
    for (const caller of callers) {
      const path = operation.path.replaceAll(/\{\w+\}/g, IDS[turn++ % IDS.length]);
      yield { what: "a wrong id", operation, path, caller, allowed: [400, 404] };
    }
  }
}

/** Every filter, and two that no path has, with one value after the other, by one caller after the other. */
function* wrongFilters(callers: readonly Caller[]): Generator<Sent> {
  let turn = 0;
  for (const operation of operations.filter(({ method, path }) => method === "GET" && path !== SOCKET)) {
    for (const name of [...filtersOf(operation), "__proto__", "no_such_filter"]) {
      for (const value of [VALUES[turn % VALUES.length], `1${`&${name}=1`.repeat(500)}`]) {
        const path = `${withIds(operation)}?${name}=${value}`;
        const caller = callers[turn++ % callers.length];
        yield { what: "a wrong filter", operation, path, caller, allowed: [200, 400, 404] };
      }
    }
  }
}

function filtersOf({ path }: Sent["operation"]): string[] {
  const parameters: { in: string; name: string }[] = document.paths[path].get.parameters ?? [];
  return parameters.filter((one) => one.in === "query").map(({ name }) => name);
}

function* wrongMethods(callers: readonly Caller[]): Generator<Sent> {
  let turn = 0;
  for (const path of new Set(operations.map(({ path }) => path).filter((path) => path.startsWith("/api/")))) {
    const operation = { path, method: METHODS[turn % METHODS.length] };
    yield { what: "a wrong method", operation, caller: callers[turn++ % callers.length], allowed: [404] };
  }
}

/** Of each write that takes no body, and whose things are there: the body is refused before anything is done. */
function* needlessBodies(callers: readonly Caller[]): Generator<Sent> {
  const body = " ".repeat(MAX_BODY_BYTES + 1);
  for (const operation of operations.filter((one) => one.method !== "GET" && !takesBody(one))) {
    for (const caller of callers) yield { what: "a needless body", operation, caller, allowed: [413], body };
  }
}

function takesBody({ method, path }: Sent["operation"]): boolean {
  return document.paths[path][method.toLowerCase()].requestBody !== undefined;
}

function withIds({ path }: Sent["operation"]): string {
  return path.replaceAll(/\{\w+\}/g, (name) => name === "{floc_id}" ? "N" : "1");
}

async function send(
  andon: AttackedAndon,
  { what, operation, caller, allowed, body, ...own }: Sent,
): Promise<void> {
  const { method } = operation;
  const path = own.path ?? withIds(operation);
  const signal = () => AbortSignal.timeout(DEADLINE_MS);
  const answer = await answerOf(() =>
    fetch(andon.baseUrl + path, { method, headers: caller.headers, body, signal: signal() })
  );
  const { status, headers } = answer;
  const statuses = statusesOf(`${method} ${operation.path}`, { caller, allowed });
  await assertAnswer(
    { what: `${what}, by ${caller.who}`, method, path, status, headers, text: await answer.text() },
    headers.has("x-request-id") ? statuses : HEAD_REFUSED,
  );
}

/** The request after it would be answered by 200. */
async function refusesHead(andon: AttackedAndon, text: string): Promise<void> {
  using connection = await RawConnection.open(andon.baseUrl);
  await connection.write(text + head("GET /healthz", { Connection: "close" }));
  assert(await connection.ended(), "the connection ends");
  assert(connection.statuses.length <= 1, connection.answers.slice(0, 1_000));
  assert(connection.statuses.every((status) => status >= 400 && status < 500), connection.answers);
}

async function answersNoFile(andon: AttackedAndon, target: string): Promise<void> {
  using connection = await RawConnection.open(andon.baseUrl);
  await connection.write(head(`GET ${target}`, { Connection: "close" }));
  assert(await connection.ended(), "the connection ends");
  const [status] = connection.statuses;
  assertEquals(connection.statuses.length, 1, connection.answers.slice(0, 300));
  assert([400, 401, 404].includes(status), connection.answers.slice(0, 300));
  assertMatch(connection.answers, /^(?!.*(?:root:x:|SECRETS|import \{))/s);
}
