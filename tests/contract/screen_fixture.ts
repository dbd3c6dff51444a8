import { assertEquals } from "@std/assert";
import type { Role } from "../../domain/access/types.ts";
import type { Answer, Call, TestApp } from "./support.ts";

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieIn = ({ headers }: Answer) => headers.get("set-cookie")?.split(";")[0] ?? "";

export interface Showing {
  code: string;
  cookie: string;
}

/** A browser that shows a code. */
export async function showing(app: TestApp, call: Call = {}): Promise<Showing> {
  const answer = await app.call("POST /api/screens/pairing", call);
  assertEquals([answer.status, answer.body.data.status], [200, "waiting"]);
  return { code: answer.body.data.code, cookie: cookieIn(answer) };
}

export const claim = (app: TestApp, body: Record<string, unknown>, as: Role | null = "admin") =>
  app.call("POST /api/screens", { as: as ?? undefined, body: { name: "Line 3", ...body } });

export const by = ({ cookie }: Pick<Showing, "cookie">): Call => ({ headers: { cookie } });

export const stateOf = async (app: TestApp, call: Call) =>
  (await app.call("GET /api/screens/pairing", call)).body.data.status;

export async function paired(app: TestApp, name = "Line 3"): Promise<Showing & { id: number }> {
  const screen = await showing(app);
  const { status, body } = await claim(app, { code: screen.code, name });
  assertEquals(status, 201);
  return { ...screen, id: body.data.id };
}
