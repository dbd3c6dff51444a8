import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Hono } from "hono";
import type { AppContext, AppEnv } from "../../../routes/env.ts";
import { servedRoutes } from "../../../routes/served_routes.ts";

/** Serves a table of routes as it is. */
function served(table: Hono<AppEnv>) {
  const app = new Hono<AppEnv>();
  for (const { method, path, answer } of servedRoutes(table.routes)) app.on(method, path, answer);
  return (path: string) => app.fetch(new Request(`http://localhost${path}`));
}

Deno.test("servedRoutes() runs the handlers of a route one within the other, whether they wait or not", async () => {
  const steps: string[] = [];
  const table = new Hono<AppEnv>().get("/:name", async (_c, next) => {
    steps.push("waiting");
    await next();
    steps.push("waited");
  }, (_c, next) => {
    steps.push("handing on");
    return next();
  }, (c) => {
    steps.push("answering");
    return c.text(c.req.param("name") ?? "");
  });
  const answer = await served(table)("/pump");
  assertEquals([answer.status, await answer.text()], [200, "pump"]);
  assertEquals(steps, ["waiting", "handing on", "answering", "waited"]);
});

Deno.test("servedRoutes() answers at once where no handler waits", () => {
  const table = new Hono<AppEnv>().get("/now", (_c, next) => next(), (c) => c.text("now"));
  const [{ answer }] = servedRoutes(table.routes);
  const context = { text: (text: string) => new Response(text) } as unknown as AppContext;
  assertEquals(answer(context) instanceof Response, true);
});

Deno.test("servedRoutes() stops at the first handler that answers or throws", async () => {
  const never = () => {
    throw new Error("This one is not asked");
  };
  const early = new Hono<AppEnv>().get("/early", (c) => c.text("early"), never);
  assertEquals(await (await served(early)("/early")).text(), "early");
  const [broken] = servedRoutes(new Hono<AppEnv>().get("/broken", never, never).routes);
  assertThrows(() => broken.answer({} as AppContext), Error, "not asked");
});

Deno.test("servedRoutes() refuses a route whose handlers neither answer nor go on", async () => {
  const [mute] = servedRoutes(new Hono<AppEnv>().get("/mute", async () => {}).routes);
  await assertRejects(async () => await mute.answer({} as AppContext), TypeError, "neither answered");
});
