import { z } from "@hono/zod-openapi";
import { rawLine } from "../../domain/conversation/raw_log.ts";
import { conversationLogged } from "../../domain/conversation/schema.ts";
import { LOG_KINDS, type LogEntry, type LogKind, ownerText } from "../../domain/conversation/types.ts";
import { limitedText } from "../../domain/shared/schema.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { answerDone, answerPage } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { MAX_ROWS, paginationOf, type PagingQuery, requestedPage } from "../pipeline/pagination.ts";
import { described, flag, sourceTime, text } from "../pipeline/query.ts";
import { listQuery, mustExist, newRoutes, present, providerIdParam } from "../pipeline/route.ts";
import { callView, conversationView, usageView } from "./views/log.ts";
import { conversationLog, functionCallLog, rawLog, usageLog } from "./views/schemas/conversation.ts";
import { ownerOf } from "./owner.ts";
import type { LogQuery } from "../../storage/conversation_logs.ts";

export function aiLogRoutes(deps: AppDeps) {
  const { aiProviders, conversationLogs } = deps.storage;
  const exists = mustExist({ param: "provider_id", noun: "AI provider", find: (id) => aiProviders.get(id) });
  const params = providerIdParam;
  const one = { middleware: [exists] };
  const log = { ...one, description: OWN };
  return newRoutes("AI conversation")
    .handle("GET /api/conversation-logs/{provider_id}", {
      ...log,
      may: { role: "operator", at: "anywhere" },
      request: { params, query: listQuery({ ...filters, type: conversationLogged.shape.type.optional() }) },
      operationId: "listConversationLogs",
      responses: answers("The messages and answers", { data: conversationLog, paged: "when asked" }),
    }, async (c) => {
      const { type, ...query } = c.req.valid("query");
      const fits = type && ((entry: LogEntry) => entry.kind === "conversation" && entry.type === type);
      const shown = (entries: LogEntry[]) => ({
        logs: ofKind(entries, "conversation").map(conversationView),
      });
      return await answerLogs(c, { deps, kinds: ["conversation"], query, fits, shown });
    })
    .handle("GET /api/function-call-logs/{provider_id}", {
      ...log,
      may: { role: "operator", at: "anywhere" },
      request: { params, query: listQuery({ ...filters, name: text().optional(), outcome }) },
      operationId: "listFunctionCallLogs",
      responses: answers("The function calls", { data: functionCallLog, paged: "when asked" }),
    }, async (c) => {
      const { name, outcome, ...query } = c.req.valid("query");
      const fits = (name ?? outcome) &&
        ((entry: LogEntry) =>
          entry.kind === "function_call" && (name ?? entry.name) === entry.name &&
          (outcome ?? entry.outcome) === entry.outcome);
      return await answerLogs(c, {
        deps,
        kinds: ["function_call"],
        query,
        fits: fits || undefined,
        shown: (entries) => ({ logs: ofKind(entries, "function_call").map(callView) }),
      });
    })
    .handle("GET /api/api-usage-logs/{provider_id}", {
      ...log,
      may: { role: "operator", at: "anywhere" },
      request: { params, query: listQuery({ ...filters, outcome }) },
      operationId: "listApiUsageLogs",
      responses: answers(
        "The requests to the provider; `totals` of each UTC day ignore the filters",
        {
          data: usageLog,
          paged: "when asked",
        },
      ),
    }, async (c) => {
      const { outcome, ...query } = c.req.valid("query");
      const fits = outcome && ((entry: LogEntry) => entry.kind === "api_usage" && entry.outcome === outcome);
      const totals = await conversationLogs.usageByDay(Number(c.req.param("provider_id")), seenOwner(c));
      const shown = (entries: LogEntry[]) => ({ logs: ofKind(entries, "api_usage").map(usageView), totals });
      return await answerLogs(c, { deps, kinds: ["api_usage"], query, fits, shown });
    })
    .handle("GET /api/raw-logs/{provider_id}", {
      ...log,
      may: { role: "operator", at: "anywhere" },
      request: { params, query: listQuery(filters) },
      operationId: "getRawLogs",
      responses: answers("The three logs as lines, in time order", { data: rawLog, paged: "when asked" }),
    }, async (c) => {
      const query = c.req.valid("query");
      const shown = (entries: LogEntry[]) => ({ logs: entries.map(rawLine).join("\n") });
      return await answerLogs(c, { deps, kinds: LOG_KINDS, query, shown });
    })
    .handle("DELETE /api/conversation-logs/{provider_id}", {
      ...one,
      may: "admin",
      request: { params },
      description:
        "Removes the conversation entries and sessions of all users; the other logs stay until retention removes them.",
      operationId: "clearConversationLogs",
      responses: answers("Cleared", {
        message: ({ display_name, count }: { display_name: string; count: number }) =>
          `The conversations of "${display_name}" are cleared: ${count} entries`,
        of: { display_name: "Assistant", count: 12 },
      }),
    }, async (c, message) => {
      const { provider_id: id } = c.req.valid("param");
      const { display_name } = present(aiProviders.get(id), { noun: "AI provider", id });
      const count = await conversationLogs.clear(id, actorOf(c));
      return answerDone(c, message({ display_name, count }));
    });
}

type EntryOf<Kind extends LogKind> = Extract<LogEntry, { kind: Kind }>;

function ofKind<Kind extends LogKind>(entries: LogEntry[], kind: Kind): EntryOf<Kind>[] {
  return entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind);
}

/** Administrators get all entries, or with `mine` their own. All others get their own. */
function seenOwner(c: AppContext, mine = false): string | undefined {
  return actorOf(c).role === "admin" && !mine ? undefined : ownerText(ownerOf(c));
}

interface Query extends PagingQuery {
  session_id?: string;
  from?: Ticks;
  to?: Ticks;
  order?: "asc" | "desc";
  mine?: boolean;
}

interface LogRequest<Data> {
  deps: AppDeps;
  kinds: readonly LogKind[];
  query: Query;
  fits?: (entry: LogEntry) => boolean;
  shown: (entries: LogEntry[]) => Data;
}

async function answerLogs<Data>(c: AppContext, { deps, kinds, query, fits, shown }: LogRequest<Data>) {
  const requested = requestedPage(query);
  const page = requested ?? { limit: MAX_ROWS, offset: 0 };
  const filter = logQuery(query, { kinds, owner: seenOwner(c, query.mine), fits });
  const id = Number(c.req.param("provider_id"));
  const { rows, total } = await deps.storage.conversationLogs.list(id, filter, page);
  const isPaged = requested !== undefined || total > MAX_ROWS;
  return answerPage(c, { data: shown(rows), pagination: isPaged ? paginationOf(page, total) : undefined });
}

/** The index by session is for administrators. For others, the owner's entries are filtered by session. */
function logQuery(
  { session_id, from, to, order }: Query,
  { kinds, owner, fits }: Pick<LogQuery, "kinds" | "owner" | "fits">,
): LogQuery {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid("from", "Must not be later than `to`");
  }
  const query = {
    kinds,
    owner,
    ...(from !== undefined && { fromMs: msFromTicks(from) }),
    ...(to !== undefined && { toMs: msFromTicks(to) }),
    descending: order === "desc",
  };
  if (session_id === undefined) return { ...query, fits };
  if (owner === undefined) return { ...query, fits, sessionId: session_id };
  return { ...query, fits: (entry) => entry.session_id === session_id && fits?.(entry) !== false };
}

const filters = {
  session_id: described(limitedText({ max: 100 }), "Entries of one conversation"),
  mine: described(flag(), "`true`: only your own entries, also for administrators"),
  from: described(sourceTime(), "Not before this time"),
  to: described(sourceTime(), "Not after this time"),
  order: described(z.enum(["asc", "desc"]), "Default: `asc`, the oldest first"),
};
const outcome = z.enum(["success", "error"]).optional();

const OWN =
  "Administrators get all entries, all others their own. A request searches at most 20,000 entries: " +
  "narrow a larger search with `from` and `to`, or name a `session_id`. Retention removes old entries.";
