import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type RuleEvent, unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { noCounts } from "../../parts/severity_counts.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { shiftChanges } from "./shift_changes.ts";
import { type ShiftReport, shiftReport } from "./shift_report.ts";
import { shiftAddress, type ShiftStart, shiftStart, storedShift } from "./shift_start.ts";

/** Only this many newest events are read; their number is read for all. */
const MAX_READ = 1_000;
const MAX_COMMENTS = 200;
const MAX_CHANGES = 1_000;
/** The report is rebuilt at this interval, so that shelves end. */
const REBUILD_MS = 10_000;
const DAY_HOURS = 24, HOUR_MS = 3_600_000;

/** When this person came on shift, and what sets it. */
export function useShiftStart(): ShiftStart & { set(ms: number): void } {
  const { preferences, session } = useConsole();
  const { query, route } = useLocation();
  const openedMs = useSignal(Date.now());
  const username = session.user.value?.username ?? "";
  const start = shiftStart({
    address: query.from,
    stored: preferences.shift.value,
    username,
    nowMs: Math.max(openedMs.value, 0),
  });
  return {
    ...start,
    set(ms) {
      openedMs.value = Date.now();
      preferences.shift.value = storedShift(username, ms);
      route(shiftAddress(ms), true);
    },
  };
}

/** Since when, and where: ids of areas as in a query, or the whole plant. */
export interface ShiftScope {
  fromMs: number;
  area: string | undefined;
}

/**
 * Reads the events of the shift into the live store; the push channel adds newer ones. `more`: how many older ones
 * of each severity are not read.
 */
export function useShiftEvents({ fromMs, area }: ShiftScope) {
  const { api, live } = useConsole();
  return useResource(`shift events ${fromMs} ${area}`, async (signal) => {
    const query = { from: new Date(fromMs).toISOString(), area }, take = live.reading();
    const [newest, wall] = await Promise.all([
      unwrap(
        api.GET("/api/rule-events/history", { params: { query: { ...query, limit: MAX_READ } }, signal }),
      ),
      unwrap(api.GET("/api/event-wall-data", { params: { query: { hours: 1, area } }, signal })),
    ]);
    take(newest.data);
    take(wall.data.unacknowledged);
    const more = noCounts();
    if (newest.pagination.total <= MAX_READ) return { more };
    await Promise.all(SEVERITIES.map(async ({ name: severity }) => {
      const params = { query: { ...query, severity, limit: 1 } };
      const { total } = (await unwrap(api.GET("/api/rule-events/history", { params, signal }))).pagination;
      more[severity] = Math.max(0, total - newest.data.filter((event) => event.severity === severity).length);
    }));
    return { more };
  });
}

/** The report of the events that are known now, at the plant nodes that `has` accepts. */
export function useShiftReport(
  { fromMs, retainedSinceMs, has }: {
    fromMs: number;
    retainedSinceMs: number;
    has(flocId: string | null): boolean;
  },
): ShiftReport {
  const { live } = useConsole();
  const nowMs = useNow();
  const rebuiltAtMs = useComputed(() => Math.ceil(nowMs.value / REBUILD_MS) * REBUILD_MS);
  const events = [...live.events.value.values()].filter((event) => has(event.plant_node_floc_id));
  return shiftReport(events, { fromMs, nowMs: rebuiltAtMs.value, retainedSinceMs });
}

/** A part of an event that a resource is made of; "" for an event that has none of it. */
type EventAspect = (event: RuleEvent) => string;

/** Reads a resource again when that part of an event changes, and not with every event of a busy plant. */
function useReadAgain<T>(resource: ResourceHandle<T>, { key, aspect }: { key: string; aspect: EventAspect }) {
  const { live } = useConsole();
  const newest = useRef(resource);
  newest.current = resource;
  useEffect(() => {
    const seen = new Map([...live.events.peek().values()].map((event) => [event.id, aspect(event)]));
    let cancel = () => {};
    const stop = live.onFrames(["event_created", "event_updated"], (frames) => {
      let isChanged = false;
      for (const { data } of frames) {
        const now = data.deleted === true ? "" : aspect(data);
        isChanged ||= now !== (seen.get(data.id) ?? "");
        seen.set(data.id, now);
      }
      if (isChanged) cancel = live.background.soon(`part ${key}`, () => newest.current.reload());
    });
    return () => {
      cancel();
      stop();
    };
  }, [key]);
  return resource;
}

const shelving: EventAspect = ({ shelved_until }) => shelved_until ?? "";
const comments: EventAspect = ({ comment_count }) => comment_count === 0 ? "" : String(comment_count);
/** An event of Andon itself tells that the source is lost. */
const outage: EventAspect = ({ instance_id, is_active }) => instance_id === null ? String(is_active) : "";

export function useShelves(area: string | undefined) {
  const { api } = useConsole();
  const key = `shelves ${area}`;
  const shelves = useResource(key, async (signal) => {
    return (await unwrap(api.GET("/api/shelves", { params: { query: { area } }, signal }))).data;
  });
  return useReadAgain(shelves, { key, aspect: shelving });
}

export function useShiftComments({ fromMs, area }: ShiftScope) {
  const { api } = useConsole();
  const key = `shift comments ${fromMs} ${area}`;
  const read = useResource(key, async (signal) => {
    const query = { from: new Date(fromMs).toISOString(), area, limit: MAX_COMMENTS };
    const { data, pagination } = await unwrap(api.GET("/api/comments", { params: { query }, signal }));
    return { comments: data, total: pagination.total };
  });
  return useReadAgain(read, { key, aspect: comments });
}

/** Of the last 24 hours at most. */
export function useMissingData({ fromMs, area }: ShiftScope) {
  const { api } = useConsole();
  const key = `missing data ${fromMs} ${area}`;
  const missing = useResource(key, async (signal) => {
    const hours = Math.min(DAY_HOURS, Math.max(0.01, (Date.now() - fromMs) / HOUR_MS));
    const params = { query: { hours: Number(hours.toFixed(2)), area } };
    return (await unwrap(api.GET("/api/coverage", { params, signal }))).data;
  }, { changes: ["instance"] });
  return useReadAgain(missing, { key, aspect: outage });
}

/** For those who may read the audit log. */
export function useShiftChanges(fromMs: number) {
  const { api } = useConsole();
  return useResource(`shift changes ${fromMs}`, async (signal) => {
    const query = { from: new Date(fromMs).toISOString(), kind: "people" as const, limit: MAX_CHANGES };
    return shiftChanges((await unwrap(api.GET("/api/audit-log", { params: { query }, signal }))).data);
  }, { changes: CHANGES });
}

const CHANGES = [
  ...["configuration", "package", "template", "instance", "plant_node", "plant_settings", "user", "key"],
  ...["ai_provider", "identity_provider", "assistant_type"],
];
