import { z } from "@hono/zod-openapi";
import type { AlarmKey } from "../../domain/alarm_statistics/key_columns.ts";
import { spanOf } from "../../domain/alarm_statistics/span.ts";
import { alarmStatistics } from "../../domain/alarm_statistics/statistics.ts";
import { isCriticalAlarm } from "../../domain/alarm_statistics/advice.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { Rule } from "../../domain/rule/types.ts";
import { ancestryOf } from "../../domain/plant/hierarchy.ts";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import { placeFields, type PlaceQuery, placesOf } from "../pipeline/place_filter.ts";
import { described, flag, hoursNumber, idNumber, text } from "../pipeline/query.ts";
import { newRoutes } from "../pipeline/route.ts";
import { inTimeSlices } from "../../concurrency/time_slices.ts";
import {
  type AlarmStatisticsView,
  alarmStatisticsView,
  type ShownStatistics,
} from "./views/alarm_statistics.ts";
import { alarmStatistics as shownStatistics } from "./views/schemas/alarm_statistics.ts";

const DEFAULT_HOURS = 24;
/** Answers about more hours than this are cached for a minute. */
const LONG_HOURS = 744;
const CACHED_MS = 60_000;
const MOST_CACHED = 20;

interface StatisticsRequest extends PlaceQuery {
  hours: number;
  template_id?: number;
  category?: string;
  critical?: boolean;
}

export function alarmStatisticsRoutes(deps: AppDeps) {
  const cache = new AnswerCache(deps.now);
  return newRoutes("Rule events").handle("GET /api/alarm-statistics", {
    may: "viewer",
    request: {
      query: z.object({
        hours: described(hoursNumber(), "The last hours, from a full ten minutes on the clock; default: 24"),
        template_id: described(idNumber(), "Only events of this template"),
        category: described(text(), "Only events of this category"),
        plant_node_floc_id: described(
          text(TEXT_LIMITS.flocId),
          "The same as plant_node",
        ),
        ...placeFields,
        critical: described(
          flag(),
          "true: advise delays for critical and safety alarms too, last in each list; default: false",
        ),
      }),
    },
    description:
      "Statistics after ISA-18.2 and EEMUA 191 of the events that began (`activated_at`) in the last `hours`, without " +
      "retracted and backfilled events. Rates are events per ten minutes, counted from full ten minutes on the clock. " +
      "The average rate and the share of the time in flood divide by the time in which Andon ran (`running_seconds`): the " +
      "span since its first start, without its stops. The average divides by at least ten minutes. Delays for critical " +
      "and safety alarms (rules of severity critical or with a critical event in the span, and those of the category " +
      "`safety`) are advised only with `critical=true`; each delay says what it costs in response time. " +
      "A series has at most 500 points of `series.minutes` minutes each. At most 50 groups of each kind are " +
      "returned, those with the most events; to get one of them in full, use it as a filter. An event belongs to the plant " +
      "node that it was recorded with. More than 2,000,000 closed events in the span: 400. Answers about more than 744 " +
      "hours may be a minute old.",
    operationId: "getAlarmStatistics",
    responses: answers("The number of events, their distribution, and advice that would reduce them", {
      data: shownStatistics,
      refuses: ["UNAVAILABLE"],
    }),
  }, async (c) => {
    const { hours = DEFAULT_HOURS, ...query } = c.req.valid("query");
    const request = { hours, ...query };
    // Before a cached answer: a plant node may have been deleted since.
    const places = placesOf(deps.storage, query);
    const make = async () =>
      alarmStatisticsView(deps, request.hours, await statisticsOf(deps, { ...request, places }));
    return answerData(c, hours > LONG_HOURS ? await cache.get(JSON.stringify(request), make) : await make());
  });
}

async function statisticsOf(
  { storage, now, sleep }: AppDeps,
  { places, ...request }: StatisticsRequest & { places: ReturnType<typeof placesOf> },
): Promise<ShownStatistics> {
  const { fromMs, nowMs } = spanOf({ hours: request.hours, nowMs: now() });
  const running = await storage.coverage.running({ fromMs, toMs: nowMs });
  const span = { fromMs, nowMs, running };
  const blocks = await storage.alarmEvents.since(span.fromMs);
  const ancestorsOf = ancestryOf(storage.plant.list());
  const groupings = {
    plant_nodes: ({ plant_node_floc_id }: AlarmKey) => ancestorsOf(plant_node_floc_id),
    templates: ({ template_id }: AlarmKey) => [String(template_id)],
    categories: ({ category }: AlarmKey) => [category],
  };
  const { template_id, category } = request;
  const fits = (key: AlarmKey) =>
    (template_id === undefined || key.template_id === template_id) &&
    (category === undefined || key.category === category) &&
    (places === undefined || key.plant_node_floc_id !== null && places.has(key.plant_node_floc_id));
  const found = ({ template_id, rule_id }: AlarmKey) => {
    const template = storage.templates.get(template_id);
    return { template, rule: template?.rules.find((each) => each.rule_id === rule_id) };
  };
  const scope = {
    isCritical: (key: AlarmKey) => isCriticalRule(found(key)),
    includeCritical: request.critical ?? false,
    hasOwnEnd: (key: AlarmKey) => (found(key).rule?.until ?? null) !== null,
  };
  return await inTimeSlices(alarmStatistics({ blocks, span, fits, groupings, scope }), { sleep });
}

/** As the template is now; its past events may have been less severe. */
function isCriticalRule({ template, rule }: { template?: TemplateRecord; rule?: Rule }): boolean {
  return template !== undefined && rule !== undefined && isCriticalAlarm(rule, template);
}

/** Caches costly answers for a minute. Concurrent requests share one computation. */
class AnswerCache {
  readonly #answers = new Map<string, { madeMs: number; answer: Promise<AlarmStatisticsView> }>();

  constructor(readonly now: () => number) {}

  get(request: string, make: () => Promise<AlarmStatisticsView>): Promise<AlarmStatisticsView> {
    const known = this.#answers.get(request);
    if (known !== undefined && this.now() - known.madeMs < CACHED_MS) return known.answer;
    const answer = make();
    this.#answers.delete(request);
    this.#answers.set(request, { madeMs: this.now(), answer });
    answer.catch(() => this.#answers.delete(request));
    if (this.#answers.size > MOST_CACHED) this.#answers.delete(this.#answers.keys().next().value!);
    return answer;
  }
}
