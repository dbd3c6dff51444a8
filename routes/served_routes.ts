import type { RouterRoute } from "hono/types";
import type { AppContext } from "./env.ts";

export type Answer = Response | Promise<Response>;

/** A route as it is served: all its handlers in one. */
export interface ServedRoute {
  method: string;
  /** The pattern of its path, `/api/packages/:package_id`. */
  path: string;
  answer(c: AppContext): Answer;
}

type Handler = (c: AppContext, next: () => Answer) => Response | void | Promise<Response | void>;

/** The routes of a table, each with its handlers run one within the other, as Hono does it. */
export function servedRoutes(routes: readonly RouterRoute[]): ServedRoute[] {
  const byLine = Map.groupBy(routes, ({ method, path }) => `${method} ${path}`);
  return byLine.values().map((entries) => {
    const handlers = entries.map(handlerOf);
    const [{ method, path }] = entries;
    return { method, path, answer: (c: AppContext) => run(handlers, { c, from: 0 }) };
  }).toArray();
}

/**
 * Waits only where a handler does. `next` hands out the answer behind it: whoever awaits it waits for that, whoever
 * returns it answers so, and of who does neither it is the answer all the same.
 */
function run(handlers: readonly Handler[], { c, from }: { c: AppContext; from: number }): Answer {
  let behind: Answer | undefined;
  const answer = handlers[from](c, () => behind = run(handlers, { c, from: from + 1 }));
  if (answer instanceof Promise) return answer.then((own) => own ?? answered(behind));
  return answer ?? answered(behind);
}

function answered(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new TypeError("A handler neither answered nor went on");
  return answer;
}

/** Hono's `next` gives nothing, this one the answer: handlers cannot tell. */
function handlerOf({ handler }: RouterRoute): Handler {
  return handler as unknown as Handler;
}
