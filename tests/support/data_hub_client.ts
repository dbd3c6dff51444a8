import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createDataHub, type DataHub, type DataHubOptions } from "../../connectors/data_hub/client.ts";
import { Doubts } from "../../connectors/data_hub/doubts.ts";
import { createReadings } from "../../connectors/data_hub/readings.ts";
import { Subscriptions } from "../../connectors/data_hub/subscriptions.ts";
import type { DataHubAddress, DataHubStream } from "../../connectors/data_hub/stream_address.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { DataHubSettings } from "../../connectors/data_hub/settings.ts";
import { type Ticks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import type { DataHubServer, SeenRequest } from "./data_hub_server.ts";

/** A clock that only moves when something sleeps by it. */
export class TestClock {
  slept: number[] = [];
  constructor(public nowMs = Date.UTC(2026, 0, 31, 8)) {}
  now = () => this.nowMs;
  sleep = (ms: number): Promise<void> => {
    this.slept.push(ms);
    this.nowMs += ms;
    return Promise.resolve();
  };
}

/** The client against a test server, on a clock that moves only by sleeping. */
export function connect(
  server: DataHubServer,
  { clock = new TestClock(), settings = {}, ...rest }: Partial<Omit<DataHubOptions, "settings">> & {
    clock?: TestClock;
    settings?: Partial<DataHubSettings>;
  } = {},
): DataHub {
  return createDataHub({
    settings: settingsOf(server, settings),
    now: clock.now,
    sleep: clock.sleep,
    random: () => 1,
    outbound: createOutboundGuard({ allow: "", alwaysAllow: [server.host] }),
    clientName: "andon-test",
    ...rest,
  });
}

export function settingsOf(server: DataHubServer, changed: Partial<DataHubSettings> = {}): DataHubSettings {
  const { tenantId, namespaceId, clientId, clientSecret } = server.world;
  return {
    kind: "data_hub",
    region: "simulator",
    baseUrl: server.baseUrl,
    tenantId,
    namespaceId,
    clientId,
    clientSecret,
    waitSeconds: null,
    pollSeconds: 10,
    changeFeed: "auto",
    maxAgeSeconds: 0,
    sourceLostSeconds: 60,
    correctionHorizonHours: 72,
    requestsPerMinute: null,
    ...changed,
  };
}

export function streamSource(changed: Partial<DataHubAddress> = {}): DataHubAddress {
  return {
    kind: "data_hub",
    sdsStreamId: "s1",
    keyProperty: "Time",
    valueProperty: "Value",
    typeCode: 14,
    nullable: false,
    enumMembers: null,
    piEvent: false,
    ...changed,
  };
}

export function sourceStream(id: number, changed: Partial<DataHubAddress> = {}): DataHubStream {
  return { id, source: streamSource(changed) };
}

/** What is noticed while events are decoded, as if the types had been read just now. */
export function justRead(): Doubts {
  return new Doubts((_stream, doubt) => doubt !== "misfit");
}

/** As `justRead`, when the types have not been read. */
export function notRead(): Doubts {
  return new Doubts(() => false);
}

/** Subscriptions that decode by the streams' own addresses. */
export function subscriptionsOf(streams: DataHubStream[]): Subscriptions {
  const readings = createReadings();
  return new Subscriptions(streams, ({ source }) => readings(source));
}

export function at(time: string): Ticks {
  const ticks = ticksFromSourceTime(time);
  if (ticks === undefined) throw new TypeError(`${time} is no time`);
  return ticks;
}

/** What most tests read: one event of the stream `s1`, and the path of its last event. */
export const ONE_EVENT = { s1: [{ Time: "2026-01-31T08:00:00Z", Value: 1 }] };
export const LAST = "/Streams/s1/Data/Last";

export function isData(request: SeenRequest): boolean {
  return request.path.includes("/Streams/");
}

export function reasonOf(refusal: Refusal): string {
  return String(refusal.details.reason);
}

/** The refusal that the work ends in: of this code, its reason a part of its message. */
export async function refused(work: Promise<unknown>, code = "CONNECTION_FAILED"): Promise<Refusal> {
  const refusal = await assertRejects(() => work, Refusal);
  assertEquals(refusal.code, code);
  assertStringIncludes(refusal.message, reasonOf(refusal));
  return refusal;
}
