import { assertEquals } from "@std/assert";
import { MAX_BODY_BYTES } from "../../routes/pipeline/middleware/json_body.ts";
import { apiContract, type DocumentedOperation } from "../support/api_contract.ts";
import { eventually } from "../support/eventually.ts";
import { isAllowed } from "./support/answers.ts";
import { AttackedAndon, type Caller } from "./support/attacked_andon.ts";
import { head, RawConnection } from "./support/raw_connection.ts";

/** Between two bytes of a body that never ends. */
const DRIP_MS = 1_000;
const PIECE = " ".repeat(64 * 1024);
const CHUNK = `${PIECE.length.toString(16)}\r\n${PIECE}\r\n`;
const LIMITS: Readonly<Record<string, number>> = { "POST /api/packages/import": 32 * MAX_BODY_BYTES };
const REFUSED = [400, 401, 403, 404, 408, 411, 413, 415];
/** Read no body, whatever comes. */
const BODILESS = ["GET /healthz", "GET /api/packages", "POST /api/instances/999/deploy", "POST /nowhere"];
const OTHERS = ["POST /mcp", "POST /login/once", ...BODILESS];

/** Only a fault runs into it: every try lasts a minute or more. */
const ANSWERED_MS = 300_000;

interface Sender {
  line: string;
  caller: Caller;
}

/** What had come of a request when its connection ended, if it has. */
interface Ending extends Pick<RawConnection, "answers" | "statuses"> {
  isEnded: boolean;
}

const { document, operations } = await apiContract();
const lines = [
  ...operations.filter(takesBody).map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "1")}`),
  ...OTHERS,
];

Deno.test("no body that never ends holds a connection or memory, whoever sends it", async (test) => {
  await using andon = await AttackedAndon.start();
  await test.step("a byte a second to every path, all at once", () => dripAll(andon));
  await test.step("half a body, and the client is gone", () => breakOffAll(andon));
  await test.step("beyond the limit without end, in chunks", () =>
    pourAll(andon, { "Transfer-Encoding": "chunked" }));
  await test.step("beyond the limit without end, of a stated length", () =>
    pourAll(andon, { "Content-Length": String(10 ** 15) }));
  await andon.assertUnharmed();
});

function takesBody({ method, path }: DocumentedOperation): boolean {
  return document.paths[path][method.toLowerCase()].requestBody !== undefined;
}

/** To each path by nobody, by somebody who may call it, and by one of all. */
function senders(callers: readonly Caller[]): Sender[] {
  return lines.flatMap((line, turn) => {
    const may = callers.filter(({ role }) => isAllowed(line, role));
    const some = [callers[0], may[turn % may.length], callers[turn % callers.length]];
    return [...new Set(some)].map((caller) => ({ line, caller }));
  });
}

/**
 * Sends all at once, by `send`. A store on a busy machine may answer late, and Andon 503: the request is sent again until
 * another answer comes.
 */
async function sendAll(andon: AttackedAndon, send: (sender: Sender) => Promise<Ending>): Promise<void> {
  const faults = await Promise.all(
    senders(andon.callers).map(async (sender) => {
      const ending = await eventually("an answer other than 503", async () => {
        const ending = await send(sender);
        return ending.statuses.includes(503) ? undefined : ending;
      }, ANSWERED_MS);
      return faultOf(ending, sender);
    }),
  );
  assertEquals(faults.filter((fault) => fault !== undefined), []);
}

function endingOf({ answers, statuses }: RawConnection, isEnded: boolean): Ending {
  return { answers, statuses, isEnded };
}

/** Every path refuses the body or gives up waiting, and ends the connection. */
function dripAll(andon: AttackedAndon): Promise<void> {
  return sendAll(andon, async ({ line, caller }) => {
    using connection = await RawConnection.open(andon.baseUrl);
    await connection.write(head(line, { ...caller.headers, "Content-Length": "1000" }) + '{"name":"');
    const dripping = setInterval(() => connection.write("x"), DRIP_MS);
    const isEnded = await connection.ended();
    clearInterval(dripping);
    return endingOf(connection, isEnded);
  });
}

/** Nobody is there to be answered; the log has no failure. */
async function breakOffAll(andon: AttackedAndon): Promise<void> {
  const framings: Record<string, string>[] = [{ "Content-Length": "1000" }, {
    "Transfer-Encoding": "chunked",
  }];
  for (const framing of framings) {
    for (const { line, caller } of senders(andon.callers)) {
      using connection = await RawConnection.open(andon.baseUrl);
      await connection.write(head(line, { ...caller.headers, ...framing }) + "5\r\n{");
    }
  }
}

/** A refused body may be read on for a while, so that the client sees the answer; then the connection ends. */
function pourAll(andon: AttackedAndon, framing: Record<string, string>): Promise<void> {
  const piece = "Content-Length" in framing ? PIECE : CHUNK;
  return sendAll(andon, async ({ line, caller }) => {
    using connection = await RawConnection.open(andon.baseUrl);
    const ended = connection.ended();
    await connection.write(head(line, { ...caller.headers, ...framing }));
    const most = (LIMITS[line] ?? MAX_BODY_BYTES) + MAX_BODY_BYTES;
    for (let sent = 0; sent < most && !connection.isEnded;) sent += await connection.write(piece);
    const dripping = setInterval(() => connection.write(piece), DRIP_MS);
    const isEnded = await ended;
    clearInterval(dripping);
    return endingOf(connection, isEnded);
  });
}

/** A reset may discard the answer; what comes must be one refusal, or what the path answers without a body. */
function faultOf(
  { statuses, answers, isEnded }: Ending,
  { line, caller }: Sender,
): string | undefined {
  const shown = `${line} by ${caller.who}: ${answers.slice(0, 60)}`;
  if (!isEnded) return `stays open: ${shown}`;
  if (statuses.length > 1) return `more than one answer: ${shown}`;
  const known = BODILESS.includes(line) ? [200, ...REFUSED] : REFUSED;
  return statuses.every((status) => known.includes(status)) ? undefined : `another answer: ${shown}`;
}
