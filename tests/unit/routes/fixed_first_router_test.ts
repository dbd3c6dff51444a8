import { assertEquals } from "@std/assert";
import { Hono } from "hono";
import { FixedFirstRouter } from "../../../routes/fixed_first_router.ts";

function app() {
  return new Hono({ router: new FixedFirstRouter() })
    .get("/streams/:id", (c) => c.text(`stream ${c.req.param("id")}`))
    .get("/streams/active", (c) => c.text("active"))
    .get("/streams/:id/data", (c) => c.text(`data of ${c.req.param("id")}`))
    .all("/mcp", (c) => c.text(`mcp by ${c.req.method}`))
    .post("/mcp/:id", (c) => c.text("one"));
}

async function asked(line: string): Promise<string> {
  const [method, path] = line.split(" ");
  const answer = await app().request(path, { method });
  return answer.status === 404 ? "nobody" : await answer.text();
}

Deno.test("FixedFirstRouter takes a path as it stands before any pattern, whichever came first", async () => {
  assertEquals(await asked("GET /streams/active"), "active");
  assertEquals(await asked("GET /streams/7"), "stream 7");
  assertEquals(await asked("GET /streams/active/data"), "data of active");
});

Deno.test("FixedFirstRouter knows methods, and routes of all methods", async () => {
  assertEquals(await asked("GET /mcp"), "mcp by GET");
  assertEquals(await asked("PUT /mcp"), "mcp by PUT");
  assertEquals(await asked("POST /mcp/1"), "one");
  assertEquals(await asked("POST /streams/active"), "nobody");
  assertEquals(await asked("GET /streams"), "nobody");
  assertEquals(await asked("GET /streams/active/"), "nobody");
});
