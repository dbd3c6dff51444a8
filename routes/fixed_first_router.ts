import type { Result, Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

const PATTERN = /[:*{]/;

/**
 * Looks paths without parameters up by their text, before it matches patterns: `/api/streams/active` is no stream's
 * id. Without them the patterns fit into one regular expression; with them the slowest of Hono's routers is needed.
 */
export class FixedFirstRouter<T> implements Router<T> {
  readonly name = "FixedFirstRouter";
  readonly #fixed = new Map<string, T>();
  readonly #patterns = new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] });

  add(method: string, path: string, handler: T): void {
    if (PATTERN.test(path)) this.#patterns.add(method, path, handler);
    else this.#fixed.set(`${method} ${path}`, handler);
  }

  match(method: string, path: string): Result<T> {
    const fixed = this.#fixed.get(`${method} ${path}`) ?? this.#fixed.get(`ALL ${path}`);
    return fixed === undefined ? this.#patterns.match(method, path) : [[[fixed, {}]]];
  }
}
