import { z } from "@hono/zod-openapi";
import { stateAt } from "../../domain/out_of_service/interval.ts";
import { OUT_OF_SERVICE_LIMITS } from "../../domain/out_of_service/limits.ts";
import {
  OUT_OF_SERVICE_STATES,
  outOfServiceChangeSchema,
  type OutOfServiceRecord,
  outOfServiceSchema,
  scope,
} from "../../domain/out_of_service/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { answerList } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { atPlaces, placeFields, placesOf } from "../pipeline/place_filter.ts";
import { body, listQuery } from "../pipeline/route.ts";
import { outOfServiceViewFor } from "./views/out_of_service.ts";
import { outOfService, outOfServiceExample } from "./views/schemas/out_of_service.ts";

const { days, daysAhead, open } = OUT_OF_SERVICE_LIMITS;

/** Out of service: alarms, instances and plant nodes whose events are raised but hidden, and call nobody. */
export function outOfServiceRoutes(deps: AppDeps) {
  const { storage } = deps, records = storage.outOfService;
  const path = "/api/out-of-service";
  const messageOf = ({ name }: { name: string }, what: string) => `"${name}" ${what}`;
  return new NounRoutes({
    tag: "Rule events",
    what: "interval out of service",
    operation: { one: "OutOfService", many: "OutOfServices" },
    path,
    records,
    may: { read: "viewer", write: { role: "operator", at: "scope" } },
    check: (given) => scopeIssues(deps, given),
    shown: outOfService,
    view: (record: OutOfServiceRecord, c) => outOfServiceViewFor(c, deps)(record),
  })
    .create({
      body: body(outOfServiceSchema, outOfServiceExample),
      answer: "The new interval",
      description:
        "Takes an alarm, an instance, or a plant node with everything beneath it out of service. Its events are raised " +
        "and stored as ever, hidden from the event wall, and nobody is called; a call that runs when it begins stops. " +
        `An end is needed, at most ${days} days after the begin; a planned one begins at most ${daysAhead} days from now. ` +
        `At most ${open} are planned or run at a time. When it ends, one digest tells of what is still active.`,
      message: (made) =>
        messageOf(
          made,
          `is out of service ${
            made.state === "planned" ? `from ${made.starts_at} ` : ""
          }until ${made.ends_at}`,
        ),
    })
    .read({ answer: "The interval" })
    .update({
      body: body(outOfServiceChangeSchema, { ends_at: "2026-01-31T20:00:00.000Z" }),
      answer: "The changed interval",
      description:
        "Extends or shortens it. The begin counts until it has begun, and the scope stays as it is. One that has ended: 400.",
      message: (changed) => messageOf(changed, `is out of service until ${changed.ends_at}`),
    })
    .remove({
      answer: "Ended",
      description:
        "One that runs ends now and stays in the register; one that is planned is deleted. One that has ended: 400.",
      message: (ended) =>
        messageOf(ended, ended.state === "planned" ? "stays in service" : "is back in service"),
      refuses: ["VALIDATION_FAILED"],
    })
    .handle(`GET ${path}`, {
      may: "viewer",
      screen: { query: ["area", "plant_node"] },
      request: {
        query: listQuery({
          state: z.enum(OUT_OF_SERVICE_STATES).optional().openapi({
            param: { description: "Default: planned and running" },
          }),
          ...placeFields,
        }),
      },
      description:
        "The register, by the end. An event belongs to an interval if its `start_time` lies in it; " +
        "what has ended is kept as long as events are (`RETENTION_DAYS`).",
      operationId: "listOutOfServices",
      responses: answers("What is out of service, by whom, until when and why", { list: outOfService }),
    }, (c) => {
      const { state, ...query } = c.req.valid("query"), nowMs = deps.now();
      const asked = (one: OutOfServiceRecord) => {
        const is = stateAt(one, nowMs);
        return state === undefined ? is !== "ended" : is === state;
      };
      const placed = records.list().filter(asked)
        .toSorted((a, b) => (a.ended_at ?? a.ends_at) < (b.ended_at ?? b.ends_at) ? -1 : 1)
        .map((row) => ({ row, plant_node_floc_id: records.placeOf(row.scope) }));
      const rows = atPlaces(placed, placesOf(storage, query)).map(({ row }) => row);
      return answerList(c, { rows, query, view: outOfServiceViewFor(c, deps) });
    });
}

/** A scope that does not exist, reported together with the issues of the schema. */
function scopeIssues({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  const parsed = scope.safeParse(given.scope);
  const gone = parsed.success ? storage.outOfService.missingIn(parsed.data) : undefined;
  return gone === undefined ? [] : [gone];
}
