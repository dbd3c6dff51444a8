import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { highestRole, isAtLeast } from "../../../domain/access/grants.ts";
import { HEARTBEAT_LIMITS } from "../../../domain/heartbeat/limits.ts";
import { heartbeatChangeSchema, heartbeatSchema } from "../../../domain/heartbeat/schema.ts";
import type { HeartbeatRecord } from "../../../domain/heartbeat/types.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers, isDone } from "../../pipeline/document/answers.ts";
import { actorOf, type AppEnv } from "../../pipeline/env.ts";
import { body, listQuery, newRoutes, present, useStored } from "../../pipeline/route.ts";
import { heartbeatStatusView, heartbeatView } from "../views/heartbeat.ts";
import {
  heartbeatExample,
  heartbeatShown,
  heartbeatStatus,
  heartbeatWithAddress,
} from "../views/schemas/heartbeat.ts";
import type { WithToken } from "../../../storage/heartbeats.ts";

const noun = "Heartbeat";

export const heartbeatParam = z.object({
  name: z.string().openapi({
    pattern: "^[a-z0-9][a-z0-9_-]*$",
    param: { example: "nightly-backup" },
  }),
});

/** Heartbeats that other systems send, and what became of Andon's own. */
export function heartbeatRoutes(deps: AppDeps) {
  const { heartbeats } = deps.storage;
  const found = (name: string) => present(heartbeats.get(name), { noun, id: name });
  const view = (record: HeartbeatRecord) => heartbeatView(record, deps.heartbeats.seen(record));
  const withAddress = ({ record, token }: WithToken) => (
    { ...view(record), token, path: `/api/heartbeats/${record.name}?token=${token}` }
  );
  const exists: MiddlewareHandler<AppEnv> = async (c, next) => {
    const name = c.req.param("name") ?? "";
    useStored(c, present(heartbeats.get(name), { noun, id: name }));
    await next();
  };
  const params = heartbeatParam;
  const one = { middleware: [exists], request: { params } };
  return newRoutes("Notifications")
    .handle("GET /api/heartbeat-status", {
      may: "viewer",
      description:
        "Andon's own heartbeat. It leaves by each contact point that has `heartbeat_minutes`, once all shards have stored a " +
        "beat of the minute and the notifier decides.",
      operationId: "getHeartbeatStatus",
      responses: answers("What the heartbeat waits for, and what became of the last one", {
        data: heartbeatStatus,
      }),
    }, (c) => {
      const actor = c.get("actor");
      const isWhole = actor !== undefined && isAtLeast(highestRole(actor), "engineer");
      return answerData(c, heartbeatStatusView(deps.heartbeats.status(), { storage: deps.storage, isWhole }));
    })
    .handle("GET /api/heartbeats", {
      may: "viewer",
      request: { query: listQuery({}) },
      operationId: "listHeartbeats",
      responses: answers("The heartbeats of other systems", { list: heartbeatShown }),
    }, (c) => answerList(c, { rows: heartbeats.list(), query: c.req.valid("query"), view }))
    .handle("POST /api/heartbeats", {
      may: { role: "engineer", at: "plant" },
      request: { body: body(heartbeatSchema, heartbeatExample) },
      description:
        `At most ${HEARTBEAT_LIMITS.heartbeats}. A missed one is an event of the category \`system\`, ` +
        "which the next beat ends.",
      operationId: "createHeartbeat",
      responses: answers("The new heartbeat. Only this answer has its address", {
        status: 201,
        data: heartbeatWithAddress,
        message: ({ name }: { name: string }) =>
          `Heartbeat "${name}" is created; its address is shown only once`,
      }),
    }, async (c, message) => {
      const created = await heartbeats.create(c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: message(created.record), data: withAddress(created) });
    })
    .handle("GET /api/heartbeats/{name}", {
      ...one,
      may: "viewer",
      operationId: "getHeartbeat",
      responses: answers("The heartbeat", { data: heartbeatShown }),
    }, (c) => answerData(c, view(found(c.req.valid("param").name))))
    .handle("PUT /api/heartbeats/{name}", {
      ...one,
      may: { role: "engineer", at: "plant" },
      request: { params, body: body(heartbeatChangeSchema, { deadline_seconds: 3_600 }) },
      description: "The name stays. A changed deadline counts from the change at the earliest.",
      operationId: "updateHeartbeat",
      responses: answers("The changed heartbeat", {
        data: heartbeatShown,
        message: isDone("Heartbeat", "updated"),
      }),
    }, async (c, message) => {
      const updated = await heartbeats.update(c.req.valid("param").name, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(updated), data: view(updated) });
    })
    .handle("POST /api/heartbeats/{name}/address", {
      ...one,
      may: { role: "engineer", at: "plant" },
      description: "A new address; it ends the one before.",
      operationId: "renewHeartbeatAddress",
      responses: answers("The heartbeat. Only this answer has its address", {
        data: heartbeatWithAddress,
        message: ({ name }: { name: string }) =>
          `Heartbeat "${name}" has a new address; the one before has ended`,
      }),
    }, async (c, message) => {
      const renewed = await heartbeats.renewToken(c.req.valid("param").name, actorOf(c));
      return answerWritten(c, { message: message(renewed.record), data: withAddress(renewed) });
    })
    .handle("DELETE /api/heartbeats/{name}", {
      ...one,
      may: { role: "engineer", at: "plant" },
      description: "The event of a missed one ends.",
      operationId: "deleteHeartbeat",
      responses: answers("Deleted; its address has ended", {
        message: isDone("Heartbeat", "deleted"),
        of: { name: "nightly-backup" },
      }),
    }, async (c, message) => {
      const { name } = found(c.req.valid("param").name);
      await heartbeats.remove(name, actorOf(c));
      return answerDone(c, message({ name }));
    });
}
