import { assert, assertEquals, assertMatch } from "@std/assert";

const ROOT = new URL("../../../", import.meta.url);

function read(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT));
}

Deno.test("deno.json names an existing entry, build and features for Deno Deploy", () => {
  const { deploy, tasks, unstable } = JSON.parse(read("deno.json"));
  assertEquals(Object.keys(deploy).sort(), ["build", "install", "runtime"]);
  assert(read(deploy.runtime.entrypoint).includes("Deno.cron("), "the entry has the cron job");
  assert(String(deploy.build).replace("deno task ", "") in tasks, "the build is a task");
  for (const feature of ["kv", "cron"]) assert(unstable.includes(feature), `${feature} is switched on`);
});

Deno.test("the cron job of deploy.ts is at the top level of its module, unconditional, before the server", () => {
  const lines = read("deploy.ts").split("\n");
  const job = lines.findIndex((line) => line.startsWith("Deno.cron("));
  const server = lines.findIndex((line) => line.includes("instance.run()"));
  assert(job > 0 && job < server);
  assertMatch(lines[job], /"\* \* \* \* \*"/);
});
