/**
 * How long bulk creation by patterns blocks the event loop, and how much memory it takes: 100 patterns that match the
 * same 10,000 streams, and 100 patterns that find another instance in each match.
 * `deno run -A --lock=tests/deno.lock bench/abuse/patterns.ts`
 */
import { createApp } from "../../routes/app.ts";
import { discover, makePackage, templateBody, testApp } from "../../tests/contract/support.ts";
import { LoopWatch } from "./loop_watch.ts";

const STREAMS = 10_000, PATTERNS = 100, MIB = 2 ** 20;
const PREFIX = "abcdefghij".repeat(PATTERNS / 10);

const CASES: Readonly<Record<string, (i: number) => string>> = {
  "100 patterns, 10,000 instances": () => "A.*.Pressure",
  "100 patterns, more than 20,000 instances": (i) => `A.${PREFIX.slice(0, i)}*.Pressure`,
};

for (const [what, pattern] of Object.entries(CASES)) {
  await using app = await testApp();
  await discover(app.storage, Array.from({ length: STREAMS }, (_, i) => `A.${PREFIX}${i}.Pressure`));
  const names = Array.from({ length: PATTERNS }, (_, i) => `P${i}`);
  const placeholders = names.map((placeholder_name) => ({ placeholder_name, data_type: "NUM" }));
  const template = { ...templateBody(await makePackage(app)), rules: [], placeholders };
  const { body: { template: { id } } } = await app.call("POST /api/templates", {
    as: "engineer",
    body: template,
  });
  const body = JSON.stringify({
    template_id: id,
    instance_name: "*",
    placeholders: Object.fromEntries(names.map((name, i) => [name, pattern(i)])),
    dry_run: true,
  });
  const { fetch } = createApp(app.deps);
  const headers = { host: "localhost:8000", cookie: app.cookieOf("engineer") };
  const request = new Request("http://localhost:8000/api/instances/bulk", { method: "POST", headers, body });
  const before = Deno.memoryUsage().rss, watch = new LoopWatch(), begunMs = performance.now();
  const answer = await fetch(request, { remoteAddr: { hostname: "127.0.0.1" } });
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.byteLength;
  watch.end();
  const figures = {
    seconds: (performance.now() - begunMs) / 1_000,
    blockedMs: watch.longestMs,
    memoryMib: (watch.mostBytes - before) / MIB,
    answerMib: bytes / MIB,
  };
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  console.log(`${what}: ${answer.status}  ${shown.join("  ")}`);
}
