/**
 * How long the worst body of each path blocks the event loop. Every place of a valid body is replaced by values that
 * are as large as a body may be, and by values just within the limits of a body's size. An argument names the paths:
 * `deno run -A --lock=tests/deno.lock bench/abuse/bodies.ts "POST /api/templates$"`.
 */
import { cpuUsage } from "node:process";
import { JSON_LIMITS } from "../../domain/shared/json_size.ts";
import { BODY_LIMITS, MAX_BODY_BYTES } from "../../routes/pipeline/middleware/json_body.ts";
import { BODIES } from "../../tests/contract/limit_bodies.ts";
import { createLimitFixture, LONG_NODES } from "../../tests/contract/limit_fixture.ts";
import type { TestApp } from "../../tests/contract/support.ts";
import { LoopWatch } from "./loop_watch.ts";
import { worstTemplates } from "./worst_templates.ts";

/** What stands for the value to be replaced. */
const MARK = "\u2063";

/** Repeats a part of JSON as often as fits the bytes, at most `most` times. */
function repeated(part: string | ((i: number) => string), bytes: number, most: number): string {
  const parts: string[] = [];
  for (let i = 0, size = 0; i < most; i++) {
    const one = typeof part === "string" ? part : part(i);
    size += one.length + 1;
    if (size > bytes) break;
    parts.push(one);
  }
  return parts.join();
}

const NAME_BYTES = 9;
const name = (i: number) => i.toString(36).padStart(NAME_BYTES, "x");

/** Values of JSON, each as large as it may be. */
function attacks(bytes: number): [what: string, json: string][] {
  const { values, depth } = JSON_LIMITS;
  const list = (part: string | ((i: number) => string), most = Infinity) =>
    `[${repeated(part, bytes, most)}]`;
  const map = (value: string, most = Infinity) =>
    `{${repeated((i) => `"${name(i)}":${value}`, bytes, most)}}`;
  const text = (part: string) => `"${part.repeat(Math.floor(bytes / part.length))}"`;
  const some = values - 500;
  return [
    ["list of {}", list("{}")],
    ["list of 0", list("0")],
    [`${some} {}`, list("{}", some)],
    [`${some} []`, list("[]", some)],
    [`${some} texts`, list((i) => `"${name(i)}"`, some)],
    [`${some} equal texts`, list(`"${"x".repeat(Math.max(1, Math.floor(bytes / some) - 4))}"`, some)],
    ["50 long texts", list(`"${"x".repeat(Math.floor(bytes / 50) - 4)}"`, 50)],
    ["map", map("0")],
    [`map of ${some}`, map("0", some)],
    ["map of 50", `{${repeated((i) => `"${name(i)}":${text("x").slice(0, bytes / 60)}"`, bytes, 50)}}`],
    ["open lists", "[".repeat(bytes)],
    ["nested lists", "[".repeat(bytes / 2) + "]".repeat(bytes / 2)],
    ["nested objects", '{"a":'.repeat(depth - 8) + "0" + "}".repeat(depth - 8)],
    ["long text", text("x")],
    ["long blank text", text(" ")],
    ["text of references", text("<A>")],
    [
      "text of many references",
      text("<AB_>").replace(/AB_/g, () => `A${(counter++).toString(36).toUpperCase()}`),
    ],
    ["text of control characters", text("\\u001b")],
    ["text of surrogates", text("\\ud800")],
    ["text of stars", text("*.")],
    ["digits", "1".repeat(bytes)],
    ["exponent", `1e${"9".repeat(bytes - 2)}`],
    ["__proto__", `{${repeated(`"__proto__":{"a":[]}`, bytes, some / 2)}}`],
  ];
}

let counter = 0;

/** Every place of a value, with the value in which a mark stands there. */
function* marked(value: unknown): Generator<{ place: string; json: string }> {
  yield { place: "", json: JSON.stringify(MARK) };
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const { place, json } of marked(inner)) {
      const around = Array.isArray(value)
        ? JSON.stringify(value.with(Number(name), `${MARK}${MARK}`))
        : JSON.stringify({ ...value, [name]: `${MARK}${MARK}` });
      yield {
        place: place === "" ? name : `${name}.${place}`,
        json: around.replace(`"${MARK}${MARK}"`, () => json),
      };
    }
  }
}

interface Case {
  what: string;
  body: string;
}

function* casesOf(line: string): Generator<Case> {
  const path = line.split(" ")[1]!;
  const bytes = Math.min(BODY_LIMITS[path] ?? MAX_BODY_BYTES, 3 * MAX_BODY_BYTES) - 6_000;
  const values = attacks(Math.max(bytes, 2_000));
  const seen = new Set<string>();
  let n = 1_000;
  for (const base of BODIES[line]!(n++)) {
    for (const { place, json } of marked({ ...base, unknown: 1 })) {
      const kind = place.replaceAll(/\d+/g, "[]");
      if (place === "" || seen.has(kind)) continue;
      seen.add(kind);
      for (const [what, value] of values) {
        yield { what: `${kind} = ${what}`, body: json.replace(`"${MARK}"`, () => value) };
      }
    }
  }
  for (const [what, value] of values) yield { what, body: value };
  if (/template|backtests|import/.test(path)) yield* worstTemplates(line, BODIES[line]!(n)[0]);
}

interface Measured extends Case {
  blockedMs: number;
  /** Of all threads of the process, collection of garbage too. */
  cpuMs: number;
  status: number;
  answerBytes: number;
}

async function measure(app: TestApp, line: string, { what, body }: Case): Promise<Measured> {
  const path = line.split(" ")[1]!.replaceAll(
    /\{\w+\}/g,
    (name) => name === "{floc_id}" ? encodeURIComponent(LONG_NODES[0]!) : "1",
  );
  const call = () =>
    app.call(`${line.split(" ")[0]} ${path}`, { as: "admin", body: encoded, undocumented: true });
  const encoded = new TextEncoder().encode(body);
  const watch = new LoopWatch();
  const before = cpuUsage();
  const { status, text } = await call();
  watch.end();
  const { user, system } = cpuUsage(before);
  const cpuMs = (user + system) / 1_000;
  return { what, body: "", blockedMs: watch.longestMs, cpuMs, status, answerBytes: text.length };
}

const only = new RegExp(Deno.args[0] ?? ".");
for (const line of Object.keys(BODIES).filter((line) => only.test(line))) {
  const app = await createLimitFixture();
  const results: Measured[] = [];
  for (const one of casesOf(line)) {
    const first = await measure(app, line, one);
    const tries = [first];
    // Again, so that a pause of the machine is not taken for the program's.
    while (tries.length < 4 && Math.min(...tries.map(({ blockedMs }) => blockedMs)) > 20) {
      tries.push(await measure(app, line, one));
    }
    results.push(tries.sort((a, b) => a.blockedMs - b.blockedMs)[0]!);
  }
  await app[Symbol.asyncDispose]();
  results.sort((a, b) => b.blockedMs - a.blockedMs);
  const largest = results.toSorted((a, b) => b.answerBytes - a.answerBytes)[0]!;
  console.log(
    `${line}: ${results.length} bodies, largest answer ${largest.answerBytes} bytes (${largest.what})`,
  );
  for (const { what, blockedMs, cpuMs, status } of results.slice(0, 3)) {
    const figures = `${blockedMs.toFixed(1).padStart(8)} ms, CPU ${cpuMs.toFixed(0).padStart(5)} ms`;
    console.log(`${figures}  ${status}  ${what}`);
  }
}
