import { assert, assertEquals, assertRejects } from "@std/assert";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { reachServer } from "../../../../storage/store/reach.ts";
import { eventually } from "../../../support/eventually.ts";

/** Errors as Deno words them. */
const said = (what: string) => new TypeError(`Could not open Deno KV database: ${what}`);
const AWAY = [
  "failed to connect to 'http://kv/': Connection refused",
  "responded with status 502 Bad Gateway",
];

/** A server with these answers in order; a handle is one in memory. */
function server(...answers: (Error | "opens")[]) {
  const opened: Deno.Kv[] = [];
  const open = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    const kv = await Deno.openKv(":memory:");
    opened.push(kv);
    return kv;
  };
  return { open, opened };
}

function reach(open: () => Promise<Deno.Kv>) {
  const ending = new AbortController();
  const logged: string[] = [];
  const log = (level: string, message: string) => void logged.push(`${level} ${message}`);
  const reached = reachServer("http://kv/", {
    open,
    log,
    signal: ending.signal,
    random: Math.random,
    againMs: 1,
  });
  return { reached, ending, logged };
}

Deno.test("reachServer() waits for an unreachable server, and logs it once", async () => {
  const { open } = server(...AWAY.map(said), said(AWAY[0]), "opens");
  const { reached, logged } = reach(open);
  (await reached).close();
  assertEquals(logged, [
    "warn The KV server is unreachable; waiting for it",
    "info The KV server is reachable",
  ]);
});

Deno.test("reachServer() throws a server's refusal", async () => {
  for (const what of ["responded with status 401 Unauthorized", "'x' is not a valid KV Connect endpoint"]) {
    const { reached } = reach(server(said(what)).open);
    await assertRejects(() => reached, TypeError, what);
  }
});

Deno.test("reachServer() ends with its signal, even during an opening, whose handle it closes", async () => {
  const { open, opened } = server("opens");
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
  const { reached, ending } = reach(() => goOn.then(open));
  const refused = assertRejects(() => reached, Refusal);
  ending.abort();
  assertEquals((await refused).code, "UNAVAILABLE");
  letGoOn();
  await eventually("it is opened and closed", async () => {
    if (opened.length === 0) return false;
    return await opened[0].get(["x"]).then(() => false, () => true);
  });
});

Deno.test("reachServer() ends with its signal between two openings", async () => {
  const { reached, ending } = reach(() => Promise.reject(said(AWAY[0])));
  const refused = assertRejects(() => reached, Refusal);
  setTimeout(() => ending.abort(), 5);
  assert((await refused).message.includes("did not become available"));
});
