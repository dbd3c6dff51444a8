import { Hono } from "hono";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { PushAnswer, PushedBody } from "../../domain/source/types.ts";
import { INGEST_PATHS } from "../pipeline/admission.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext, AppEnv } from "../pipeline/env.ts";
import { readiness } from "../pipeline/middleware/guard.ts";
import { MinuteAllowance } from "../pipeline/minute_allowance.ts";
import { inflatedBody, pushedForm } from "./body.ts";
import { IngestKeys } from "./keys.ts";

export const PUSHES_PER_MINUTE = 6_000;
/** Bodies that wait for the disk hold so many bytes at most. */
export const MOST_WAITING_BYTES = 64 * 2 ** 20;
const DEADLINE_MS = 30_000;
/** When a sender whose samples were not taken should send them again. */
const RETRY_SECONDS = 5;

/**
 * The routes that programs push to. They have no session; the key of the source is checked before the body is read. A
 * push is answered once its samples are on disk: with 2xx even if lines of it are rejected, since a sender that repeats
 * all else would stay at one bad line.
 */
export function ingestRoutes(deps: AppDeps): Hono<AppEnv> {
  const pushes = new Pushes(deps);
  return new Hono<AppEnv>()
    .post(INGEST_PATHS.own, async (c) => c.json(await pushes.take(c, { name: c.req.param("name") })))
    .post(INGEST_PATHS.influx, (c) => answerInflux(c, pushes, c.req.param("name")))
    .post(INGEST_PATHS.bucket, (c) => answerInflux(c, pushes, c.req.query("bucket") ?? ""));
}

/** As InfluxDB answers, unless lines were rejected. */
async function answerInflux(c: AppContext, pushes: Pushes, name: string): Promise<Response> {
  const answer = await pushes.take(c, { name, isInflux: true });
  return answer.rejected.length === 0 ? c.body(null, 204) : c.json(answer);
}

class Pushes {
  readonly #keys: IngestKeys;
  readonly #checkReady: (c: AppContext) => void;
  readonly #allowance = new MinuteAllowance({
    scope: "push",
    perMinute: PUSHES_PER_MINUTE,
    what: "pushes a minute to one source",
  });
  #waitingBytes = 0;

  constructor(private readonly deps: AppDeps) {
    this.#keys = new IngestKeys(deps.storage);
    this.#checkReady = readiness(deps);
  }

  async take(
    c: AppContext,
    { name, isInflux = false }: { name: string; isInflux?: boolean },
  ): Promise<PushAnswer> {
    try {
      this.#checkReady(c);
      const source = await this.#keys.sourceOf(name, c.req.header("authorization"));
      this.#allowance.spend(c, String(source.id), this.deps.now());
      if (!source.is_active) throw notTaken(`The source "${source.name}" is paused; send it again later`);
      const { isGzip, ...form } = pushedForm(c, { isInflux });
      return await this.#store(source.id, { ...form, text: await inflatedBody(c, isGzip) });
    } catch (error) {
      if (error instanceof Refusal && error.code === "UNAVAILABLE") {
        c.header("Retry-After", String(RETRY_SECONDS));
      }
      throw error;
    }
  }

  async #store(id: number, body: PushedBody): Promise<PushAnswer> {
    const { length } = body.text;
    if (this.#waitingBytes + length > MOST_WAITING_BYTES) {
      throw notTaken("More is sent than can be stored at once; send it again");
    }
    this.#waitingBytes += length;
    try {
      const answer = await this.deps.source(id).ask<PushAnswer | null>({ type: "take", body }, {
        deadlineMs: DEADLINE_MS,
        transfer: [body.text.buffer],
      });
      if (answer === null) throw notTaken("The source is being changed; send it again");
      return answer;
    } finally {
      this.#waitingBytes -= length;
    }
  }
}

function notTaken(message: string): Refusal {
  return new Refusal("UNAVAILABLE", message);
}
