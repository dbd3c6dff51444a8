/**
 * What the largest imports cost: how long they block the event loop, how much memory they take beside the body, and how
 * large their answers are. `deno run -A --lock=tests/deno.lock bench/abuse/imports.ts`
 */
import { BODY_LIMITS } from "../../routes/middleware/json_body.ts";
import { discover, type Json, templateBody, type TestApp, testApp } from "../../tests/contract/support.ts";
import { createApp } from "../../routes/app.ts";
import { LoopWatch } from "./loop_watch.ts";

const LIMIT = BODY_LIMITS["/api/packages/import"];
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

async function measure(app: TestApp, body: Uint8Array<ArrayBuffer>) {
  const { fetch } = createApp(app.deps);
  const url = "http://localhost:8000/api/packages/import";
  const headers = { host: "localhost:8000", cookie: app.cookieOf("engineer") };
  const request = new Request(url, { method: "POST", headers, body: pieces(body) });
  const before = Deno.memoryUsage().rss, watch = new LoopWatch(), begunMs = performance.now();
  const answer = await fetch(request, { remoteAddr: { hostname: "127.0.0.1" } });
  watch.end();
  const seconds = (performance.now() - begunMs) / 1_000;
  return {
    status: answer.status,
    seconds,
    blockedMs: watch.longestMs,
    bodyMib: body.byteLength / MIB,
    memoryMib: Math.max(0, watch.mostBytes - before) / MIB,
    answerMib: (await answer.bytes()).byteLength / MIB,
  };
}

const only = new RegExp(Deno.args[0] ?? ".");
for (const [what, make] of Object.entries(CASES)) {
  if (!only.test(what)) continue;
  await using app = await testApp();
  await discover(app.storage, ["P1"]);
  const { status, ...figures } = await measure(app, new TextEncoder().encode(make()));
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  console.log(`${what}: ${status}  ${shown.join("  ")}`);
}
