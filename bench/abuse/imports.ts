/**
 * What the largest imports cost: how long they block the event loop, how much memory they take, and how large their
 * answers are. An argument names the cases:
 * `deno run -A --v8-flags=--expose-gc --lock=tests/deno.lock bench/abuse/imports.ts "20,000 instances"`.
 *
 * Memory is given three times, for each the most beyond the idle start, the server's copy of the body included: `first`
 * is resident memory at the first import, with what the program uses for the first time and V8's uncollected garbage;
 * `again` is the same at the second import; `live` is what a third one holds after a garbage collection, every 60 ms.
 */
import { BODY_LIMITS } from "../../routes/pipeline/middleware/json_body.ts";
import { discover, type Json, templateBody, type TestApp, testApp } from "../../tests/contract/support.ts";
import { createApp } from "../../routes/app.ts";
import { LoopWatch } from "./loop_watch.ts";

const LIMIT = BODY_LIMITS["/api/packages/import"]!;
const MIB = 2 ** 20;

const { package_id: _, rules: [rule], ...head } = templateBody(1);
const template = (i: number, more: Json = {}) => ({ ...head, name: `T${i}`, rules: [rule], ...more });
const long = (i: number) =>
  template(i, {
    rules: Array.from({ length: 7 }, (_, at) => ({ ...rule, rule_id: `r${at}`, cause: "x".repeat(2_000) })),
    description: "y".repeat(1_000),
  });
const instance = (i: number, more: Json = {}) => ({
  template: "T0",
  instance_name: `I${i}`,
  placeholders: [{ placeholder_name: "PUMP", stream_name: "P1" }, { placeholder_name: "LIMIT", value: i }],
  ...more,
});
const many = (count: number, make: (i: number) => unknown) =>
  Array.from({ length: count }, (_, i) => make(i));
const document = (parts: Json) => ({ format: "andon-package", version: 1, package: { name: "P" }, ...parts });
const raw = (templates: string) =>
  JSON.stringify({ document: document({ templates: "@" }) }).replace('"@"', () => templates);
const whole = (parts: Json, more: Json = {}) =>
  JSON.stringify({ document: document({ templates: [], ...parts }), ...more });

const CASES: Readonly<Record<string, () => string>> = {
  "1,000,000 empty templates (3 MB)": () => raw(`[${"{},".repeat(1_000_000)}{}]`),
  "11,000,000 empty templates": () => raw(`[${"{},".repeat(11_000_000)}{}]`),
  "1,000 empty templates": () => whole({ templates: many(1_000, () => ({})) }),
  "20,000 empty instances": () => whole({ instances: many(20_000, () => ({})) }),
  "20,000 instances without a template": () => whole({ instances: many(20_000, (i) => instance(i)) }),
  "1,000 templates of 15 KiB, dry run": () => whole({ templates: many(1_000, long) }, { dry_run: true }),
  "1,000 templates of 15 KiB": () => whole({ templates: many(1_000, long) }),
  "20,000 instances, dry run": () =>
    whole({ templates: [template(0)], instances: many(20_000, (i) => instance(i)) }, { dry_run: true }),
  "20,000 instances": () => whole({ templates: [template(0)], instances: many(20_000, (i) => instance(i)) }),
  "20,000 instances of unknown streams": () =>
    whole({
      templates: [template(0)],
      instances: many(20_000, (i) =>
        instance(i, { placeholders: [{ placeholder_name: "PUMP", stream_name: "x" }] })),
    }, { dry_run: true }),
  "32 templates of a text of 1 MiB": () => whole({ templates: many(31, () => "x".repeat(MIB - 100)) }),
  "one text": () => whole({ more: "x".repeat(LIMIT - 1_000) }),
  "open lists": () => "[".repeat(LIMIT),
  "blanks": () => whole({}).padEnd(LIMIT),
};

/** In pieces, as a body comes over HTTP. */
function pieces(body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from >= body.length) return controller.close();
      controller.enqueue(body.subarray(from, from += 64 * 1024));
    },
  });
}

/** Collects all garbage. Needs `--v8-flags=--expose-gc`. */
function collect(): void {
  const gc: unknown = Reflect.get(globalThis, "gc");
  if (typeof gc !== "function") throw new TypeError("Add --v8-flags=--expose-gc to the command");
  gc();
}

function liveBytes(): number {
  collect();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

/** Sends the body, reads the answer to its end, and tells its status and size. */
async function send(app: TestApp, body: Uint8Array<ArrayBuffer>): Promise<{ status: number; bytes: number }> {
  const { fetch } = createApp(app.deps);
  const url = "http://localhost:8000/api/packages/import";
  const headers = { host: "localhost:8000", cookie: app.cookieOf("engineer") };
  const request = new Request(url, { method: "POST", headers, body: pieces(body) });
  const answer = await fetch(request, { remoteAddr: { hostname: "127.0.0.1" } });
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.byteLength;
  return { status: answer.status, bytes };
}

async function resident(app: TestApp, body: Uint8Array<ArrayBuffer>) {
  collect();
  const before = Deno.memoryUsage().rss, watch = new LoopWatch(), begunMs = performance.now();
  const answer = await send(app, body);
  watch.end();
  const seconds = (performance.now() - begunMs) / 1_000;
  return { ...answer, seconds, blockedMs: watch.longestMs, bytesMore: Math.max(0, watch.mostBytes - before) };
}

async function live(app: TestApp, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const before = liveBytes();
  let most = before;
  const look = () => most = Math.max(most, liveBytes());
  const timer = setInterval(look, 60);
  await send(app, body);
  clearInterval(timer);
  look();
  return most - before;
}

/** An app of its own for each import, so that none finds what another one has created. */
async function alone<T>(
  body: Uint8Array<ArrayBuffer>,
  run: (app: TestApp, body: Uint8Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  await using app = await testApp();
  await discover(app.storage, ["P1"]);
  return await run(app, body);
}

const only = new RegExp(Deno.args[0] ?? ".");
for (const [what, make] of Object.entries(CASES)) {
  if (!only.test(what)) continue;
  const body = new TextEncoder().encode(make());
  const first = await alone(body, resident), again = await alone(body, resident);
  const figures = {
    seconds: again.seconds,
    blockedMs: again.blockedMs,
    bodyMib: body.byteLength / MIB,
    firstMib: first.bytesMore / MIB,
    againMib: again.bytesMore / MIB,
    liveMib: await alone(body, live) / MIB,
    answerMib: again.bytes / MIB,
  };
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  console.log(`${what}: ${again.status}  ${shown.join("  ")}`);
}
