/** The minimum cost of a GET with Hono: one route and a small JSON answer. Prints its port. */
import { Hono } from "hono";

const app = new Hono();
app.get("/api/packages/1", (c) => c.json(JSON.parse(Deno.args[0]!)));
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.fetch);
console.log(`ready ${server.addr.port}`);
