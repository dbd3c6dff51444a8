import { worstStatus } from "../../actors/source/contract.ts";
import type { DataType, SampleValue } from "../../domain/sample/types.ts";
import { PlantClock } from "../../domain/shared/plant_clock.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { SystemTag } from "./views/schemas/asset.ts";

/** The tags that Andon itself provides. Hours and weekdays are in the plant's time zone. */
export function systemTags(deps: AppDeps): SystemTag[] {
  const nowMs = deps.now();
  const timestamp = isoFromMs(nowMs);
  const tag = (
    [tag_name, data_type, description]: [string, DataType, string],
    value: SampleValue | null,
  ) => ({
    tag_name,
    description,
    data_type,
    value,
    timestamp,
  });
  const clock = new PlantClock(deps.settings.plantTimeZone).timeAt(nowMs);
  const source = worstStatus(deps.sourceStatuses());
  const active = deps.storage.events.active();
  const lag = source.watermark_ms === null ? null : Math.max(0, (nowMs - source.watermark_ms) / 1000);
  return [
    tag(["SYS.TIME.HOUR", "NUM", "Hour of the day in the plant, 0 to 23"], clock.hour),
    tag(["SYS.TIME.MINUTE", "NUM", "Minute of the hour in the plant, 0 to 59"], clock.minute),
    tag(["SYS.TIME.WEEKDAY", "NUM", "Weekday in the plant, 1 (Monday) to 7"], clock.weekday),
    tag(["SYS.TIME.IS_WEEKEND", "BOOL", "Saturday or Sunday in the plant"], clock.weekday > 5),
    tag(["SYS.SOURCE.CONNECTED", "BOOL", "All data sources answer"], source.state === "connected"),
    tag([
      "SYS.SOURCE.LAG_SECONDS",
      "NUM",
      "How far the watermark is behind the clock, of several sources the furthest",
    ], lag),
    tag(["SYS.EVENTS.ACTIVE", "NUM", "Active events"], active.length),
    tag(["SYS.EVENTS.ACTIVE_CRITICAL", "NUM", "Active critical events"], criticalCount(active)),
    tag(["SYS.INSTANCES.DEPLOYED", "NUM", "Deployed instances"], deployedCount(deps)),
  ];
}

function criticalCount(events: { severity: string }[]): number {
  return events.reduce((count, event) => count + (event.severity === "critical" ? 1 : 0), 0);
}

function deployedCount({ storage }: AppDeps): number {
  return storage.instances.list({ is_deployed: true }).length;
}
