import { msFromTicks } from "../../domain/shared/time.ts";
import { answerListed } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { pageOrFirst, paginationOf } from "../pipeline/pagination.ts";
import { placeFields, placesOf } from "../pipeline/place_filter.ts";
import { described, sourceTime } from "../pipeline/query.ts";
import { listQuery, newRoutes } from "../pipeline/route.ts";
import { shownEvent } from "./views/event.ts";
import { commentOnEvent } from "./views/schemas/comment.ts";
import type { CommentOnEvent } from "../../storage/comments_by_time.ts";

const DEFAULT_MS = 24 * 3_600_000;

/** The comments on all events: what people tell each other at a change of shift. */
export function commentRoutes(deps: AppDeps) {
  return newRoutes("Rule events").handle("GET /api/comments", {
    may: "viewer",
    request: { query: listQuery(filters) },
    description:
      "The comments on all events, each with its event. An event is at the plant node that it recorded.",
    operationId: "listComments",
    responses: answers("The comments, newest first", { list: commentOnEvent, paged: "always" }),
  }, async (c) => {
    const query = c.req.valid("query"), page = pageOrFirst(query), { from, to } = query;
    const toMs = to === undefined ? undefined : msFromTicks(to);
    const fromMs = from === undefined ? (toMs ?? deps.now()) - DEFAULT_MS : msFromTicks(from);
    const places = placesOf(deps.storage, query);
    const { rows, total } = await deps.storage.events.commentsBetween({ fromMs, toMs, places }, page);
    return answerListed(c, {
      rows,
      pagination: paginationOf(page, total),
      view: ({ comment, event }: CommentOnEvent) => ({ ...comment, event: shownEvent(deps, event) }),
    });
  });
}

const filters = {
  from: described(
    sourceTime(),
    "Only comments written at or after this time; default: 24 hours before `to`. At most 5,000 comments are read",
  ),
  to: described(sourceTime(), "Only comments written before this time; default: now"),
  ...placeFields,
};
