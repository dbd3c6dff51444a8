import { assert } from "@std/assert";
import { MAX_BODY_BYTES } from "../../routes/pipeline/middleware/json_body.ts";
import { apiContract } from "../support/api_contract.ts";
import { inParallel } from "../support/in_parallel.ts";
import { AttackedAndon, type Caller } from "./support/attacked_andon.ts";
import { HostileBodies, type HostileBody } from "./support/hostile_bodies.ts";
import { answerOf, assertAnswer, isAllowed, statusesOf } from "./support/answers.ts";

const LARGER: Readonly<Record<string, number>> = { "POST /api/packages/import": 32 * MAX_BODY_BYTES };
/** Sent as large as the path accepts. */
const LARGEST = /^(many unknown fields|(document\.)?[^.]*: many times \{\})$/;
const OTHERS_BYTES = 256 * 1024;
/** What the caller may not do is refused before its body is read. */
const UNREAD_BYTES = 64 * 1024;
const AT_ONCE = 4;
/** Only a hang runs into it, on a busy machine too. */
const DEADLINE_MS = 60_000;

interface Sent extends HostileBody {
  line: string;
  caller: Caller;
}

const { document, operations } = await apiContract();
const lines = operations.filter(({ method, path }) => document.paths[path][method.toLowerCase()].requestBody)
  .map(({ method, path }) => `${method} ${path}`);

Deno.test("no body of any path harms Andon, whoever sends it", async (test) => {
  await using andon = await AttackedAndon.start();
  for (const line of lines) {
    await test.step(line, async () => {
      const sent = await inParallel(requestsTo(line, andon.callers), {
        atOnce: AT_ONCE,
        work: (one) => send(andon, one),
      });
      assert(sent >= andon.callers.length, `${sent} requests`);
    });
  }
  await andon.assertUnharmed(OF_TESTS);
});

/** Each body once, by those in turn who may call the path; one small body by each who may not. */
function* requestsTo(line: string, callers: readonly Caller[]): Generator<Sent> {
  const may = callers.filter(({ role }) => isAllowed(line, role));
  const [unread] = new HostileBodies(document, UNREAD_BYTES).forAny();
  for (const caller of callers) if (!may.includes(caller)) yield { line, caller, ...unread };
  let turn = 0;
  for (const body of allBodies(line)) yield { line, caller: may[turn++ % may.length], ...body };
}

function* allBodies(line: string): Generator<HostileBody> {
  const limit = LARGER[line] ?? MAX_BODY_BYTES;
  const largest = [...new HostileBodies(document, limit).of(line)];
  for (const [index, other] of [...new HostileBodies(document, OTHERS_BYTES).of(line)].entries()) {
    yield LARGEST.test(other.what) ? largest[index] : other;
  }
  yield { what: "a byte too many", make: () => new Uint8Array(limit + 1).fill(0x20) };
}

/**
 * Trying settings that are not stored takes an admin; without a body the stored ones are tried, and spaces are none. A
 * caller has no address that a code could confirm. There is no source.
 */
const ALSO: Readonly<Record<string, number[]>> = {
  "POST /api/test-connection": [403, 404],
  "PUT /api/sources/{id}": [404],
  "POST /api/contact-points/{id}/test": [200],
  "POST /api/auth/contact-addresses/{address_id}/confirm": [404],
};
/** What a test of the stored contact point leaves. */
const OF_TESTS = /^\["contact_point",1\]|"action":"tested"|"type":"contact_point"/;

async function send(andon: AttackedAndon, { line, caller, what, make }: Sent): Promise<void> {
  const [method, template] = line.split(" ");
  const path = template.replaceAll(/\{\w+\}/g, (name) => name === "{floc_id}" ? "N" : "1");
  const headers = { "content-type": "application/json", ...caller.headers };
  const body = make();
  const answer = await answerOf(() =>
    fetch(andon.baseUrl + path, { method, headers, body, signal: AbortSignal.timeout(DEADLINE_MS) })
  );
  const seen = { what: `${what}, by ${caller.who}`, method, path, text: await answer.text() };
  await assertAnswer(
    { ...seen, status: answer.status, headers: answer.headers },
    statusesOf(line, { caller, allowed: [400, 413, ...ALSO[line] ?? []] }),
  );
}
