import { useMemo } from "preact/hooks";
import { type RuleEvent, unwrap } from "../api/client.ts";
import type { Schemas } from "../api/client.ts";
import { useResource } from "../live/use_resource.ts";
import type { TrendBand } from "../parts/trend/types.ts";
import { useConsole } from "../shell/console.ts";
import { rulesOn } from "./thresholds.ts";

/** An instance that uses a stream, with its template. */
export interface StreamUser {
  instance: Pick<Schemas["Instance"], "id" | "placeholder_mappings">;
  template: Schemas["Template"];
}

const HOUR_MS = 3_600_000;
/** Events are read for this many instances; of others only loaded events are drawn. */
const MAX_INSTANCES = 6;
const MAX_EVENTS = 200;

interface BandsInput {
  stream: string;
  users: readonly StreamUser[];
  fromMs: number;
}

/** The times of events raised by rules that use a stream. */
export function useBands({ stream, users, fromMs }: BandsInput): readonly TrendBand[] {
  const { live } = useConsole();
  useEventsSince(users.slice(0, MAX_INSTANCES).map(({ instance }) => instance.id), fromMs);
  const rules = useMemo(
    () =>
      new Map(users.map(({ instance, template }) => [
        instance.id,
        rulesOn(stream, { template, bindings: instance.placeholder_mappings }),
      ])),
    [stream, users],
  );
  const own = [...live.events.value.values()].filter((event) => isOf(event, rules));
  return useStable(
    own.filter(({ end_time }) => end_time === null || Date.parse(end_time) >= fromMs).map(bandOf),
  );
}

/** Reads the events of instances since a time once; the push channel adds newer ones. */
function useEventsSince(ids: readonly number[], fromMs: number): void {
  const { api, live } = useConsole();
  // Moving the view within an hour reads nothing.
  const hours = Math.ceil((Date.now() - fromMs) / HOUR_MS) + 1;
  useResource(`events of ${ids.join()} ${hours}`, async (signal) => {
    const take = live.reading();
    const read = ids.map((instance_id) =>
      unwrap(api.GET("/api/rule-events/history", {
        params: { query: { instance_id, hours: Math.min(8_760, hours), limit: MAX_EVENTS } },
        signal,
      }))
    );
    take((await Promise.all(read)).flatMap(({ data }) => data));
  });
}

function isOf({ instance_id, rule_id }: RuleEvent, rules: ReadonlyMap<number, ReadonlySet<string>>): boolean {
  return instance_id !== null && rules.get(instance_id)?.has(rule_id) === true;
}

/** An active event extends past the right edge. */
export function bandOf({ start_time, end_time, severity }: RuleEvent): TrendBand {
  const toMs = end_time === null ? Number.MAX_SAFE_INTEGER : Date.parse(end_time);
  return { fromMs: Date.parse(start_time), toMs, severity };
}

/** The same object as long as its content is equal, so that the chart is not drawn again. */
export function useStable<T>(value: T): T {
  return useMemo(() => value, [JSON.stringify(value)]);
}
