import { assert, assertEquals } from "@std/assert";
import {
  BODY_LIMITS,
  MAX_BODY_BYTES,
  MAX_OPEN_BODY_BYTES,
} from "../../routes/pipeline/middleware/json_body.ts";
import { apiContract } from "../support/api_contract.ts";
import { SchemaLimits, type Trial, withValue } from "../support/schema_limits.ts";
import { BODIES } from "./limit_bodies.ts";
import { HINTS } from "./limit_hints.ts";
import { createLimitFixture, LONG_NODES } from "./limit_fixture.ts";
import { type Answer, type Call, type Json, pathsOf, type TestApp } from "./support.ts";

/** Operations that take nothing a limit could hold, and why. Every other one must be tried. */
const NOTHING_TO_HOLD: Readonly<Record<string, string>> = {
  "GET /api/auth/session": "takes nothing",
  "GET /api/auth/sign-in-options": "takes nothing",
  "GET /api/screens/pairing": "takes nothing",
  "GET /api/auth/desk-pin": "takes nothing: it is one's own",
  "GET /api/auth/second-factors": "takes nothing: they are one's own",
  "GET /api/auth/contact-addresses": "takes nothing: they are one's own",
  "GET /api/configuration": "takes nothing: there is one",
  "GET /api/source-kinds": "takes nothing",
  "GET /api/plant-settings": "takes nothing: there is one",
  "GET /api/contact-points/fallback": "takes nothing: there is one at most",
  "GET /api/identity-providers/addresses": "takes nothing",
  "GET /api/ws": "a socket: the limits of its messages are tried in push_clients_test",
  "GET /api/discovery": "takes nothing",
  "GET /api/processes": "takes nothing",
  "GET /api/backups": "takes nothing",
  "GET /api/rate-limits": "takes nothing",
  "GET /api/heartbeat-status": "takes nothing",
  "GET /api/openapi.json": "takes nothing",
  "GET /api/audit-log/head": "takes nothing",
  "GET /api/audit-log/verify": "takes a head, tried in audit_seals_test",
  "GET /files/audit-log.jsonl": "takes nothing",
  "GET /healthz": "takes nothing",
  "GET /readyz": "takes nothing",
  "GET /leaderz": "takes nothing",
  "GET /metrics": "takes nothing",
};

/** A success ends the sessions of who asks: each trial has a house of its own. */
const ENDS_SESSIONS = ["POST /api/auth/password", "POST /api/auth/logout"];

/** What stands against a value within its limits: it names what is not there, or what is taken, or cannot be there. */
const OTHER_REASON =
  /does not exist|already|belongs under|cannot be below|needs a parent|Must be before|Must name each of your|[Tt]he code is wrong|No code counts|telephone number such as|in the future|[Ii]s required($|;)|is not deployed|at most \d+ days (after|from now)|the last policy|the last one|Is easy to guess|has the name|no shared desk|the number of its conditions|cannot be counted|takes a stream, not an expression|takes a text, not NUM|comparisons; a rule takes at most|takes no (secret|addresses)|with those that are stored|no such kind|is called "default"|Enter it again/;

const { document, operations } = await apiContract();
const limits = new SchemaLimits(document, HINTS);

for (const { method, path } of operations) {
  const line = `${method} ${path}`;
  Deno.test(`${line} keeps each limit of the document, on both sides`, async () => {
    await using asked = new Asked(line);
    const spec = document.paths[path][method.toLowerCase()];
    const tried = [
      ...await tryBody(asked, spec),
      ...line in NOTHING_TO_HOLD ? [] : await tryQuery(asked, spec),
      ...await tryBodySize(asked),
      ...await tryPath(asked, spec),
    ];
    assertEquals(tried.filter(({ fault }) => fault !== undefined).map(({ fault }) => fault), []);
    const counts = Object.groupBy(tried, ({ side }) => side);
    const isHeld = (counts.at ?? []).length > 0 && (counts.beyond ?? []).length > 0;
    assertEquals(isHeld, !(line in NOTHING_TO_HOLD), `${line}: ${tried.length} trials`);
  });
}

Deno.test("no operation is left untried that the document does not have", () => {
  const lines = operations.map(({ method, path }) => `${method} ${path}`);
  assertEquals(
    [...Object.keys(NOTHING_TO_HOLD), ...Object.keys(BODIES)].filter((one) => !lines.includes(one)),
    [],
  );
});

/** Reads change nothing: all of them ask one house. */
let ofReads: Promise<TestApp> | undefined;
Deno.test.afterAll(async () => await (await ofReads)?.[Symbol.asyncDispose]());

/** Asks the house for one operation, in whole requests that are new each time. */
class Asked {
  #n = 0;
  #house: TestApp | undefined;

  constructor(readonly line: string) {}

  [Symbol.asyncDispose](): Promise<void> {
    return this.anew();
  }

  /** The operation's path, of things that are there. */
  get path(): string {
    return this.line.split(" ")[1].replaceAll(
      /\{\w+\}/g,
      (name) => name === "{floc_id}" ? LONG_NODES[0] : "1",
    );
  }

  /** The bodies that the house takes. */
  bodies(): Json[] {
    return BODIES[this.line]?.(++this.#n) ?? [];
  }

  /** What was tried so far may have removed what is asked for. */
  async anew(): Promise<void> {
    await this.#house?.[Symbol.asyncDispose]();
    this.#house = undefined;
  }

  async call({ path = this.path, body, headers }: Pick<Call, "body" | "headers"> & { path?: string } = {}) {
    if (ENDS_SESSIONS.includes(this.line)) await this.anew();
    const app = this.line.startsWith("GET ")
      ? await (ofReads ??= createLimitFixture())
      : this.#house ??= await createLimitFixture();
    return await app.call(`${this.line.split(" ")[0]} ${path}`, { as: "admin", body, headers });
  }
}

/** One trial that was made; `fault`: what it shows. */
interface Tried {
  side: Trial["side"];
  fault: string | undefined;
}

/** Every limit of the body, wherever the bodies lead to it. One that none leads to is a fault. */
async function tryBody(asked: Asked, { requestBody }: Json): Promise<Tried[]> {
  if (requestBody === undefined) return [];
  const { schema } = requestBody.content["application/json"];
  const sides = new Map<string, Set<string>>();
  const tried: Tried[] = [];
  for (const [index, base] of asked.bodies().entries()) {
    const answers = new Map<string, Answer>();
    for (const trial of trialsOf(asked.line, { schema, base })) {
      const changed = JSON.stringify(withValue(base, trial.path, trial.value));
      const body = () => JSON.stringify(withValue(asked.bodies()[index], trial.path, trial.value));
      const answer = answers.get(changed) ?? await asked.call({ body: body() });
      answers.set(changed, answer);
      tried.push(evaluated(trial, answer));
      sides.set(trial.limit, (sides.get(trial.limit) ?? new Set()).add(trial.side));
    }
  }
  const untried = [...limits.limits(schema)].filter((limit) => sides.get(limit)?.size !== 2);
  return [...tried, ...untried.map((limit): Tried => ({ side: "at", fault: `no body leads to ${limit}` }))];
}

/** Its lists have an item of each form; where others take the same lists, a limit is tried at the first item that has it. */
const EVERY_ITEM = "POST /api/templates";

function trialsOf(line: string, { schema, base }: { schema: Json; base: Json }): Trial[] {
  const trials = [...limits.trials(schema, base)].sort(beyondFirst);
  if (line === EVERY_ITEM) return trials;
  const different = new Map(
    trials.toReversed().map((trial) => {
      const { limit, side, path, value } = trial;
      return [JSON.stringify([limit, side, path.at(-1), value]), trial];
    }),
  );
  return [...different.values()].toReversed();
}

/** What succeeds may change the house. */
function beyondFirst(one: Trial, other: Trial): number {
  return Number(one.side === "at") - Number(other.side === "at");
}

async function tryQuery(asked: Asked, { parameters = [] }: Json): Promise<Tried[]> {
  const tried: Tried[] = [];
  const inQuery = parameters.filter((one: Json) => one.in === "query");
  const required = inQuery.filter((one: Json) => one.required)
    .map(({ name, example }: Json) => [name, queryText(example)]);
  for (const { name, schema, example } of inQuery) {
    const trials = [...limits.trials(schema, example ?? sampleOf(schema), { path: [name], name })]
      .filter(({ limit }) => schema.type !== "string" || !limit.endsWith(" type"))
      .sort(beyondFirst);
    for (const trial of trials) {
      const query = new URLSearchParams({ ...Object.fromEntries(required), [name]: queryText(trial.value) });
      tried.push(evaluated(trial, await asked.call({ path: `${asked.path}?${query}` })));
    }
    assert(trials.length > 0, `${asked.line}: ${name} has no limit`);
  }
  return tried;
}

function sampleOf(schema: Json): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === "boolean") return true;
  if (schema.type !== "string") return schema.minimum ?? 1;
  return schema.format === undefined ? "x" : "2026-01-31T08:15:02Z";
}

/** Numbers in digits: `1e-30` is none in a query. */
function queryText(value: unknown): string {
  if (typeof value === "number" && value > 0 && value < 1e-6) return value.toFixed(30);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function evaluated({ limit, side, told, value }: Trial, answer: Answer): Tried {
  const shown = `${side} ${limit}: ${JSON.stringify(value)?.slice(0, 60)}: ${answer.status} ${
    answer.text.slice(0, 300)
  }`;
  const issues: Json[] = answer.body?.details?.issues ?? [];
  const isKept = side === "beyond"
    ? answer.status === 400 && [...new Set(pathsOf(answer))].join() === told
    : !isBroken(answer) && !issues.some(({ path, message }) => path === told && !OTHER_REASON.test(message));
  return { side, fault: isKept ? undefined : shown };
}

/** Refused before the value was looked at, or because of it where nothing stood against it. */
function isBroken({ status, body }: Answer): boolean {
  return status >= 500 || status === 413 ||
    (status === 401 && !/password is wrong|[Bb]egin again/.test(body.error));
}

/** A body of the largest size is looked at; one byte more is refused, by its stated length and as it comes. */
async function tryBodySize(asked: Asked): Promise<Tried[]> {
  if (asked.line.startsWith("GET ")) return [];
  const limit = asked.line === BEAT
    ? MAX_OPEN_BODY_BYTES
    : BODY_LIMITS[asked.line.split(" ")[1]] ?? MAX_BODY_BYTES;
  const text = JSON.stringify(asked.bodies()[0] ?? {}).padEnd(limit);
  const stated = (bytes: number) => ({ "content-length": String(bytes) });
  const tooLong = await asked.call({ body: `${text} `, headers: stated(limit + 1) });
  const tried = [sized("beyond", tooLong)];
  if (asked.bodies().length > 0) {
    tried.push(sized("beyond", await asked.call({ body: streamOf(`${text} `) })));
  }
  tried.push(sized("at", await asked.call({ body: text, headers: stated(limit) })));
  tried.push(sized("at", await asked.call({ body: streamOf(text) })));
  return tried;
}

function streamOf(text: string): ReadableStream {
  return new Blob([text]).stream();
}

function sized(side: Trial["side"], answer: Answer): Tried {
  const isKept = side === "beyond" ? answer.status === 413 : !isBroken(answer);
  return {
    side,
    fault: isKept ? undefined : `a body ${side} its limit: ${answer.status} ${answer.text.slice(0, 200)}`,
  };
}

/** An id of a thing that is there leads to it; one that can be none is 404 before all else. */
async function tryPath(asked: Asked, { parameters = [] }: Json): Promise<Tried[]> {
  const tried: Tried[] = [];
  // A session's id and the name of a secret are no numbers; sessions_test and sources_test try them.
  if (/\{session_id\}$|\/secrets\/\{name\}$/.test(asked.line)) return tried;
  for (const { name, schema } of parameters.filter((one: Json) => one.in === "path")) {
    await asked.anew();
    const sides = asked.line === BEAT ? NO_TOKEN : NAMED[name] ?? idsOf(schema);
    for (const side of ["beyond", "at"] as const) {
      for (const id of sides[side]) {
        const path = asked.line.split(" ")[1].replace(`{${name}}`, encodeURIComponent(id)).replaceAll(
          /\{\w+\}/g,
          "1",
        );
        const answer = await asked.call({ path });
        const isMissing = answer.status === 404 && answer.body.details.error_code !== "API_CONFIG_MISSING";
        const isKept = isMissing === (side === "beyond") && answer.status < 500;
        tried.push({ side, fault: isKept ? undefined : `${side} ${path}: ${answer.status} ${answer.text}` });
      }
    }
  }
  return tried;
}

/** Its body, which is ignored, is limited as before a sign-in. */
const BEAT = "POST /api/heartbeats/{name}";
const BEYOND_NAMES = ["2", "A", "a b", "x".repeat(65)];
/** Without the token of its address, no heartbeat is there. */
const NO_TOKEN = { at: [], beyond: ["1", ...BEYOND_NAMES] };

const FLOC_IDS = { at: LONG_NODES, beyond: [...LONG_NODES.map((id) => id + id.slice(-2)), "N N", "N!"] };

/** Without the token of its calendar, no file is there. */
const FILES = { at: [], beyond: ["1", "x.ics", "0.ics", "1.ics.ics"] };

const NAMED: Readonly<Record<string, { at: string[]; beyond: string[] }>> = {
  floc_id: FLOC_IDS,
  file: FILES,
  name: { at: ["1"], beyond: BEYOND_NAMES },
};

/** The largest id is one that nothing has. */
function idsOf({ minimum, maximum }: Json) {
  const above = String(BigInt(maximum) + 1n);
  return {
    at: [String(minimum)],
    beyond: [String(minimum - 1), String(maximum), above, "-1", "01", "1.5", "one"],
  };
}
