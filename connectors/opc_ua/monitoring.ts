import {
  AttributeIds,
  type ClientSession,
  type ClientSessionRawSubscriptionService,
  type ClientSubscription,
  coerceNodeId,
  CreateMonitoredItemsRequest,
  DataChangeFilter,
  DataChangeTrigger,
  DeadbandType,
  MonitoringMode,
  type StatusCode,
  StatusCodes,
  TimestampsToReturn,
} from "node-opcua-client";
import { connectionFailed } from "./failure.ts";
import { piecesOf, type Reading } from "./reading.ts";
import type { Chosen } from "./selecting.ts";
import type { OpcUaConfig } from "./settings.ts";

const MOST_OF_A_SUBSCRIPTION = coerceNodeId("i=24104");
const SIGN_OF_LIFE_MS = 1_000, LIFETIME_MS = 120_000;
const LEAST_KEEP_ALIVE = 3, MOST_PUBLISHED = 10_000;
const FILTER_REFUSED: readonly StatusCode[] = [
  StatusCodes.BadFilterNotAllowed,
  StatusCodes.BadMonitoredItemFilterInvalid,
  StatusCodes.BadMonitoredItemFilterUnsupported,
  StatusCodes.BadDeadbandFilterInvalid,
];

export interface RefusedItem {
  item: number;
  reason: string;
}

export interface MonitoringOptions {
  reading: Reading;
  config: OpcUaConfig;
  chosen: readonly Chosen[];
  /** Which of them. */
  items: readonly number[];
  follow(subscription: ClientSubscription): void;
}

/** Has the server watch items, in as many subscriptions and requests as it needs. Answers those that it refuses. */
export async function monitorAll(
  { reading, config, chosen, items: all, follow }: MonitoringOptions,
): Promise<RefusedItem[]> {
  const { session, limits } = reading, most = await mostItems(session);
  const refused: RefusedItem[] = [];
  for (const part of piecesOf(all, most)) {
    const subscription = await subscribe(session, config);
    follow(subscription);
    for (const items of piecesOf(part, limits.items)) {
      refused.push(...await monitor({ session, subscription, config, chosen, items }));
    }
  }
  return refused;
}

async function mostItems(session: ClientSession): Promise<number> {
  const { value } = await session.read({ nodeId: MOST_OF_A_SUBSCRIPTION, attributeId: AttributeIds.Value });
  return Number(value?.value) || MOST_PUBLISHED;
}

async function subscribe(
  session: ClientSession,
  { publishing_ms }: OpcUaConfig,
): Promise<ClientSubscription> {
  const keepAlive = Math.max(LEAST_KEEP_ALIVE, Math.ceil(SIGN_OF_LIFE_MS / publishing_ms));
  return await session.createSubscription2({
    requestedPublishingInterval: publishing_ms,
    requestedMaxKeepAliveCount: keepAlive,
    requestedLifetimeCount: Math.max(3 * keepAlive, Math.ceil(LIFETIME_MS / publishing_ms)),
    maxNotificationsPerPublish: MOST_PUBLISHED,
    publishingEnabled: true,
    priority: 1,
  });
}

interface Part {
  session: ClientSession;
  subscription: ClientSubscription;
  config: OpcUaConfig;
  chosen: readonly Chosen[];
  items: readonly number[];
}

async function monitor(part: Part): Promise<RefusedItem[]> {
  const first = await request(part, (type) => filterOf(part.config, type));
  const again = first.filter(({ status }) => FILTER_REFUSED.includes(status)).map(({ item }) => item);
  const second = again.length === 0 ? [] : await request({ ...part, items: again }, () => undefined);
  return [...first.filter(({ item }) => !again.includes(item)), ...second]
    .filter(({ status }) => status.isNotGood())
    .map(({ item, status }) => ({ item, reason: `The server does not watch it: ${status.description}` }));
}

/** Undefined: each change. */
function filterOf(
  { deadband, deadband_of, sends_unchanged }: OpcUaConfig,
  type: Chosen["type"],
): DataChangeFilter | undefined {
  const hasDeadband = deadband > 0 && type === "NUM";
  if (!hasDeadband && !sends_unchanged) return undefined;
  const kind = deadband_of === "range" ? DeadbandType.Percent : DeadbandType.Absolute;
  return new DataChangeFilter({
    trigger: sends_unchanged ? DataChangeTrigger.StatusValueTimestamp : DataChangeTrigger.StatusValue,
    deadbandType: hasDeadband ? kind : DeadbandType.None,
    deadbandValue: hasDeadband ? deadband : 0,
  });
}

async function request(
  { session, subscription, config, chosen, items }: Part,
  filterOf: (type: Chosen["type"]) => DataChangeFilter | undefined,
) {
  const { results } = await (session as ClientSession & ClientSessionRawSubscriptionService)
    .createMonitoredItems(
      new CreateMonitoredItemsRequest({
        subscriptionId: Number(subscription.subscriptionId),
        timestampsToReturn: TimestampsToReturn.Both,
        itemsToCreate: items.map((item) => ({
          itemToMonitor: { nodeId: chosen[item]!.node, attributeId: AttributeIds.Value },
          monitoringMode: MonitoringMode.Reporting,
          requestedParameters: {
            clientHandle: item + 1,
            samplingInterval: config.sampling_ms,
            queueSize: config.queue_size,
            discardOldest: true,
            filter: filterOf(chosen[item]!.type),
          },
        })),
      }),
    );
  if (results?.length !== items.length) throw connectionFailed("The server did not answer for all items");
  return items.map((item, i) => ({ item, status: results[i]!.statusCode }));
}
