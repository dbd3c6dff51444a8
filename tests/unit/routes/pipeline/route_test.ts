import { assertEquals } from "@std/assert";
import { answerDone } from "../../../../routes/pipeline/answer.ts";
import { answers } from "../../../../routes/pipeline/document/answers.ts";
import type { AppContext } from "../../../../routes/pipeline/env.ts";
import { admissions } from "../../../../routes/pipeline/admission.ts";
import { newRoutes } from "../../../../routes/pipeline/route.ts";

const line = "DELETE /api/things/{id}";
const thing = {
  responses: answers("Deleted", { message: () => "It is deleted" }),
} as const;
const handler = (c: AppContext) => answerDone(c, "It is deleted");

Deno.test("a route that does not say who may call it, and where, does not compile", () => {
  const routes = newRoutes();
  routes.handle(line, { ...thing, may: "admin" }, handler);
  routes.handle(line, { ...thing, may: { role: "engineer", at: "event" } }, handler);
  // @ts-expect-error -- it has to say who may call it
  routes.handle(line, thing, handler);
  // @ts-expect-error -- a role that counts in areas needs the place
  routes.handle(line, { ...thing, may: "engineer" }, handler);
  // @ts-expect-error -- there is no such place
  routes.handle(line, { ...thing, may: { role: "engineer", at: "somewhere" } }, handler);
  // @ts-expect-error -- there is no such limit
  routes.handle(line, { ...thing, may: "admin", limit: "light" }, handler);
});

Deno.test("admissions() has the definition of each route, by the form of the router", () => {
  const routes = newRoutes().handle(line, { ...thing, may: "admin", limit: "heavy" }, handler);
  const [[key, { may, limit, screen }]] = [...admissions(routes)];
  assertEquals([key, may, limit, screen], ["DELETE /api/things/:id", "admin", "heavy", undefined]);
});
