import { assert, assertEquals } from "@std/assert";
import { HEAVY_ROUTES } from "../support/api_admissions.ts";
import { eventually } from "../support/eventually.ts";
import { inParallel } from "../support/in_parallel.ts";
import { assertAnswer } from "./support/answers.ts";
import { AttackedAndon, PASSWORD } from "./support/attacked_andon.ts";

const LIMITS = { RATE_LIMIT_DEFAULT: "100", RATE_LIMIT_HEAVY: "10" };
const MINUTE_MS = 60_000;
const AT_ONCE = 16;
/** More than the limits of two minutes allow: the minute may turn during a flood. */
const TRIES = 250;
const DEADLINE_MS = 60_000;
/** What a sign-in stores. */
const OF_SIGN_IN = /^\["(session|user_sessions|known_devices)",|"action":"signed_in"/;
const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

interface Request {
  line: string;
  headers?: Record<string, string>;
  body?: string;
  /** The client's address, as a trusted proxy states it. */
  from: string;
}

Deno.test("no flood of requests gets more than its limit, or uses up another's", async (test) => {
  await using andon = await AttackedAndon.start({ TRUST_PROXY: "1", ...LIMITS });
  for (const [index, { who, role, headers }] of andon.callers.entries()) {
    await test.step(`${who}: 100 requests a minute from an address`, async () => {
      const request = { line: "GET /api/packages", headers, from: `198.51.100.${index}` };
      assertEquals(await flood(andon, request, 100), new Set([role === null ? 401 : 200, 429]));
    });
  }
  await test.step("a viewer's key at /mcp: 100 a minute too", async () => {
    const { headers } = andon.caller("key of viewer");
    const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const request = {
      line: "POST /mcp",
      headers: { ...headers, ...accept },
      body: LIST_TOOLS,
      from: "198.51.100.50",
    };
    // 503: as many answers as one caller may have are open.
    assertEquals((await flood(andon, request, 100)).difference(new Set([200, 429, 503])), new Set());
  });
  await test.step("an engineer's costly requests: 10 a minute from an address, all together", async () => {
    const { headers } = andon.caller("key of engineer");
    const requests = HEAVY_ROUTES.map((line) => ({
      line: line.replace(/:\w+/g, "999999"),
      headers,
      from: "198.51.100.60",
    }));
    const seen = await floodOf(
      andon,
      Array.from({ length: 50 }, (_, i) => requests[i % requests.length]),
      10,
    );
    assert(seen.has(429), `${[...seen]}`);
  });
  await test.step("another site's page: none of its requests counts to the admin's address", async () => {
    const { headers } = andon.caller("session of admin");
    const own = { line: "GET /api/packages", headers, from: "198.51.100.70" };
    const foreign = {
      ...own,
      headers: { ...headers, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    };
    assertEquals((await floodOf(andon, Array(TRIES).fill(foreign))).has(200), false);
    assertEquals((await ask(andon, own)).status, 200);
  });
  await test.step("guessed passwords: the right one signs in meanwhile", () => signsInDuringGuesses(andon));
  await andon.assertUnharmed(OF_SIGN_IN);
});

/** The statuses that a flood sees; those but 429 at most as often as the limit allows. */
function flood(andon: AttackedAndon, request: Request, limit: number): Promise<Set<number>> {
  return floodOf(andon, Array(TRIES).fill(request), limit);
}

async function floodOf(andon: AttackedAndon, requests: Request[], limit?: number): Promise<Set<number>> {
  const statuses: number[] = [];
  const begun = Math.floor(Date.now() / MINUTE_MS);
  await inParallel(requests, {
    atOnce: AT_ONCE,
    work: async (request) => void statuses.push((await ask(andon, request)).status),
  });
  const windows = Math.floor(Date.now() / MINUTE_MS) - begun + 1;
  const answered = statuses.filter((status) => status !== 429).length;
  if (limit !== undefined) assert(answered <= limit * windows, `${answered} answered in ${windows} windows`);
  return new Set(statuses);
}

/** Sends a request; its answer must be short and in its form. */
async function ask(andon: AttackedAndon, { line, headers, body, from }: Request): Promise<Response> {
  const [method, path] = line.split(" ");
  const answer = await fetch(andon.baseUrl + path, {
    method,
    body,
    headers: { ...headers, "x-forwarded-for": from },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const { status } = answer;
  const text = await answer.text();
  assert(status !== 429 || Number(answer.headers.get("retry-after")) > 0, `${line}: 429 without Retry-After`);
  if (path !== "/mcp") {
    const known = [200, 400, 401, 403, 404, 429];
    await assertAnswer({ what: `from ${from}`, method, path, status, headers: answer.headers, text }, known);
  }
  return answer;
}

/** Guesses of a password come from everywhere, without a pause, until its owner has signed in once more. */
async function signsInDuringGuesses(andon: AttackedAndon): Promise<void> {
  const browser = { from: "192.0.2.1", password: PASSWORD, cookie: await deviceOf(andon) };
  let isIn = false;
  let guesses = 0;
  const guess = async () => {
    for (let number = guesses++; !isIn; number = guesses++) {
      const { status } = await signIn(andon, {
        password: `guess ${number}`,
        from: `203.0.113.${number % 250}`,
      });
      assert([401, 429].includes(status), `a guess is answered ${status}`);
    }
  };
  const guessing = Promise.all(Array.from({ length: AT_ONCE }, guess));
  try {
    await eventually("some guesses are made", () => guesses > 100);
    await eventually(
      "the right password signs in",
      async () => (await signIn(andon, browser)).status === 200,
    );
  } finally {
    isIn = true;
    await guessing;
  }
}

/** The cookies of a browser that has signed in before, without those of its session. */
async function deviceOf(andon: AttackedAndon): Promise<string> {
  const { headers } = await signIn(andon, { password: PASSWORD, from: "192.0.2.1" });
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return cookies.filter((cookie) => cookie.startsWith("andon_device_")).join("; ");
}

function signIn(
  andon: AttackedAndon,
  { password, from, cookie = "" }: { password: string; from: string; cookie?: string },
): Promise<Response> {
  const body = JSON.stringify({ username: "operator", password });
  const headers = { "content-type": "application/json", "x-forwarded-proto": "https", cookie };
  return ask(andon, { line: "POST /api/auth/login", headers, body, from });
}
