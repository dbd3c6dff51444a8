import type { Ms } from "../../domain/shared/time.ts";
import { Failure } from "./failure.ts";
import { answer } from "./routes.ts";
import { World } from "./world.ts";

export interface PiWebApiOptions {
  now?: () => Ms;
  port?: number;
  user?: string;
  password?: string;
  /** Answers to this token instead of a user and password; null: to a client certificate, checked before. */
  token?: string | null;
  mostItems?: number;
}

/** A PI System behind its PI Web API. */
export interface PiWebApi {
  /** http://127.0.0.1:port/piwebapi */
  url: string;
  user: string;
  password: string;
  world: World;
  /** Answers instead of the server where it gives a response. */
  intercept: (request: Request, path: string) => Response | undefined | Promise<Response | undefined>;
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Starts the server on loopback. */
export function startPiWebApi(options: PiWebApiOptions = {}): PiWebApi {
  const { now = Date.now, port = 0, user = "PLANT\\andon", password = "s3cret-value", token } = options;
  const world = new World({ now });
  const expected = token === undefined ? basic(user, password) : token === null ? null : `Bearer ${token}`;
  const closed = new AbortController();

  async function handle(request: Request): Promise<Response> {
    const path = decodeURIComponent(new URL(request.url).pathname);
    try {
      const intercepted = await server.intercept(request, path);
      if (intercepted !== undefined) return intercepted;
      if (expected !== null && request.headers.get("authorization") !== expected) {
        return new Response(null, { status: 401, headers: { "www-authenticate": "Basic" } });
      }
      const [root, ...parts] = path.split("/").filter((part) => part !== "");
      if (root !== "piwebapi") throw new Failure(404, "Not found.");
      const { mostItems = 150_000 } = options;
      return await answer(request, parts, { world, user, mostItems, again: handle });
    } catch (error) {
      if (error instanceof Failure) return error.response;
      throw error;
    }
  }

  const listener = Deno.serve(
    { hostname: "127.0.0.1", port, signal: closed.signal, onListen() {} },
    handle,
  );
  const server: PiWebApi = {
    url: `http://127.0.0.1:${listener.addr.port}/piwebapi`,
    user,
    password,
    world,
    intercept: () => undefined,
    handle,
    async close() {
      closed.abort();
      await listener.finished;
    },
  };
  return server;
}

function basic(user: string, password: string): string {
  return `Basic ${new TextEncoder().encode(`${user}:${password}`).toBase64()}`;
}
