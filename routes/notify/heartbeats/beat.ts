import { z } from "@hono/zod-openapi";
import { HEARTBEAT_LIMITS } from "../../../domain/heartbeat/limits.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs } from "../../../domain/shared/time.ts";
import { answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { MAX_OPEN_BODY_BYTES, readText } from "../../pipeline/middleware/json_body.ts";
import { MinuteAllowance } from "../../pipeline/minute_allowance.ts";
import { described, text } from "../../pipeline/query.ts";
import { newRoutes } from "../../pipeline/route.ts";
import { beatTaken } from "../views/schemas/heartbeat.ts";
import { heartbeatParam } from "./routes.ts";

/** The route that takes the beats of other systems. They have no session; the token of the address is checked. */
export function beatRoutes(deps: AppDeps) {
  const { heartbeats } = deps.storage;
  const allowance = new MinuteAllowance({
    scope: "heartbeat",
    perMinute: HEARTBEAT_LIMITS.beatsPerMinute,
    what: "beats a minute of one heartbeat",
  });
  return newRoutes("Notifications").handle("POST /api/heartbeats/{name}", {
    may: "public",
    security: [],
    request: {
      params: heartbeatParam,
      query: z.object({
        token: described(text().optional(), "Of POST /api/heartbeats; or sent as `Authorization: Bearer …`"),
      }),
    },
    description:
      `Notes a beat: \`curl -X POST\` is enough. A body of up to ${
        MAX_OPEN_BODY_BYTES / 1024
      } KiB is ignored. ` +
      `At most ${HEARTBEAT_LIMITS.beatsPerMinute} beats a minute of one heartbeat. NOT_FOUND for an unknown heartbeat and ` +
      "for a token that has ended.",
    operationId: "sendHeartbeat",
    responses: answers("Noted, and stored", {
      data: beatTaken,
      message: ({ name }: { name: string }) => `Heartbeat "${name}" is noted`,
      refuses: ["NOT_FOUND", "PAYLOAD_TOO_LARGE", "RATE_LIMITED"],
    }),
  }, async (c, message) => {
    const { name } = c.req.valid("param");
    if (!heartbeats.isToken(name, c.req.valid("query").token ?? bearer(c))) {
      const problem = `There is no heartbeat "${name}" with this token; its page makes a new address`;
      throw new Refusal("NOT_FOUND", problem);
    }
    allowance.spend(c, name, deps.now());
    await readText(c);
    const atMs = await deps.heartbeats.beat(name);
    const { deadline_seconds = 0 } = heartbeats.get(name) ?? {};
    return answerWritten(c, {
      message: message({ name }),
      data: { name, received_at: isoFromMs(atMs), due_at: isoFromMs(atMs + deadline_seconds * 1_000) },
    });
  });
}

const BEARER = /^Bearer +([\w-]+) *$/i;

function bearer(c: AppContext): string {
  return BEARER.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
}
