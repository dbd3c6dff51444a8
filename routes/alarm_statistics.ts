import { createRoute, z } from "@hono/zod-openapi";
import type { AlarmKey } from "../domain/alarm_statistics/key_columns.ts";
import { spanOf } from "../domain/alarm_statistics/span.ts";
import { alarmStatistics } from "../domain/alarm_statistics/statistics.ts";
import { ancestryOf } from "../domain/plant/hierarchy.ts";
import { answerData } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import { answers } from "./document/answers.ts";
import { TEXT_LIMITS } from "../domain/shared/text.ts";
import { described, hoursNumber, idNumber, text } from "./query.ts";
import { newRoutes } from "./route.ts";
import { inTimeSlices } from "../concurrency/time_slices.ts";
import {
  type AlarmStatisticsView,
  alarmStatisticsView,
  type ShownStatistics,
} from "./views/alarm_statistics.ts";
import { alarmStatistics as shownStatistics } from "./views/schemas/alarm_statistics.ts";

const DEFAULT_HOURS = 24;
/** Answers about more hours than this are cached for a minute. */
const LONG_HOURS = 744;
const KEPT_MS = 60_000;
const MOST_KEPT = 20;

interface Asked {
  hours: number;
  template_id?: number;
  category?: string;
  plant_node_floc_id?: string;
}

export function alarmStatisticsRoutes(deps: AppDeps) {
  const kept = new Kept(deps.now);
  return newRoutes().handle(statisticsRoute, async (c) => {
    const { hours = DEFAULT_HOURS, ...query } = c.req.valid("query");
    const asked = { hours, ...query };
    const make = async () => alarmStatisticsView(deps, asked.hours, await statisticsOf(deps, asked));
    return answerData(c, hours > LONG_HOURS ? await kept.get(JSON.stringify(asked), make) : await make());
  });
}

async function statisticsOf({ storage, now, sleep }: AppDeps, asked: Asked): Promise<ShownStatistics> {
  const span = spanOf({ hours: asked.hours, nowMs: now() });
  const blocks = await storage.alarmEvents.since(span.fromMs);
  const lineOf = ancestryOf(storage.plant.list());
  const groupings = {
    plant_nodes: ({ plant_node_floc_id }: AlarmKey) => lineOf(plant_node_floc_id),
    templates: ({ template_id }: AlarmKey) => [String(template_id)],
    categories: ({ category }: AlarmKey) => [category],
  };
  const { template_id, category, plant_node_floc_id: node } = asked;
  const fits = (key: AlarmKey) =>
    (template_id === undefined || key.template_id === template_id) &&
    (category === undefined || key.category === category) &&
    (node === undefined || lineOf(key.plant_node_floc_id).includes(node));
  return await inTimeSlices(alarmStatistics({ blocks, span, fits, groupings }), { sleep });
}

/** Caches costly answers for a minute. Concurrent requests share one computation. */
class Kept {
  readonly #answers = new Map<string, { madeMs: number; answer: Promise<AlarmStatisticsView> }>();

  constructor(readonly now: () => number) {}

  get(asked: string, make: () => Promise<AlarmStatisticsView>): Promise<AlarmStatisticsView> {
    const known = this.#answers.get(asked);
    if (known !== undefined && this.now() - known.madeMs < KEPT_MS) return known.answer;
    const answer = make();
    this.#answers.delete(asked);
    this.#answers.set(asked, { madeMs: this.now(), answer });
    answer.catch(() => this.#answers.delete(asked));
    if (this.#answers.size > MOST_KEPT) this.#answers.delete(this.#answers.keys().next().value!);
    return answer;
  }
}

const statisticsRoute = createRoute({
  method: "get",
  path: "/api/alarm-statistics",
  tags: ["Rule events"],
  request: {
    query: z.object({
      hours: described(hoursNumber(), "The last hours, from a full ten minutes on the clock; default: 24"),
      template_id: described(idNumber(), "Only events of this template"),
      category: described(text(), "Only events of this category"),
      plant_node_floc_id: described(
        text(TEXT_LIMITS.flocId),
        "Only events of this plant node and the nodes below it",
      ),
    }),
  },
  description:
    "Statistics after ISA-18.2 and EEMUA 191 of the events that began (`activated_at`) in the last `hours`, without " +
    "retracted and backfilled events. Rates are events per ten minutes, counted from full ten minutes on the clock. " +
    "A series has at most 500 points of `series.minutes` minutes each. At most 50 groups of each kind are " +
    "returned, those with the most events; to get one of them in full, use it as a filter. An event belongs to the plant " +
    "node that it was recorded with. More than 2,000,000 closed events in the span: 400. Answers about more than 744 " +
    "hours may be a minute old.",
  operationId: "getAlarmStatistics",
  responses: answers("The number of events, their distribution, and advice that would reduce them", {
    data: shownStatistics,
    refuses: ["UNAVAILABLE"],
  }),
});
