import { invalid } from "../../domain/shared/refusal.ts";
import type { AppContext } from "../pipeline/env.ts";
import { readJsonText } from "../pipeline/middleware/json_body.ts";

/** The most JSON-RPC messages of one request. Each counts against the rate limit. */
export const MOST_MESSAGES = 20;

/** The JSON value of a request's body, a message or a list of them: limited in bytes, time, nesting and length. */
export async function messagesOf(c: AppContext): Promise<{ body: unknown; count: number }> {
  const body = parsed(await readJsonText(c));
  c.get("requireSignedIn")?.();
  const count = Array.isArray(body) ? body.length : 1;
  if (count < 1 || count > MOST_MESSAGES) {
    throw refused(
      `A request may hold 1 to ${MOST_MESSAGES} messages, but holds ${count}; send several requests`,
    );
  }
  return { body, count };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("The body is not JSON; send a JSON-RPC message");
  }
}

function refused(message: string): Error {
  return invalid("", message);
}
