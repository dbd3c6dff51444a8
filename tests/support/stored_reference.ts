import { commandsOf } from "../../actors/evaluation/correction_reads.ts";
import type { HistoryEntry } from "../../actors/evaluation/journal.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { ReplayCommand } from "../../domain/evaluation/replay.ts";
import { makeDeployment } from "../../domain/instance/deployment.ts";
import { storedStreams } from "../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { isoFromTicks, type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { referenceEvents } from "./reference_evaluator.ts";
import type { ReferenceCommand, ReferenceEvent } from "./reference_types.ts";

export interface ReferenceInput {
  storage: Storage;
  /** The samples of a stream at the source, by its name. */
  samples: (stream: string) => Sample[];
  /** Everything up to here was evaluated and recorded. */
  untilMs: Ms;
}

export interface Comparison {
  /** Events of the reference evaluator that are not stored, and stored ones that it does not have. */
  missing: string[];
  extra: string[];
  /** How many events it has, and how many of them begin with a deployment or a first read. */
  expected: number;
  initial: number;
}

/**
 * Compares the stored events of every deployed instance with those of the naive evaluator, from the same samples and the
 * deployment's history: known samples, first reads, closes by people.
 */
export async function comparedWithReference(input: ReferenceInput): Promise<Comparison> {
  const { storage, untilMs } = input;
  const records = (await storage.store.list<EventRecord>({ prefix: ["event"] })).map((entry) => entry.value);
  const compared: Comparison = { missing: [], extra: [], expected: 0, initial: 0 };
  for (const record of storage.instances.list({}).filter((one) => one.is_deployed)) {
    const events = await referenceOf(record, input);
    const expected = events.flatMap((event) => seenAt(expectedOf(event), untilMs));
    const actual = records
      .filter((event) => event.instance_id === record.id && !event.flags.includes("retracted"))
      .flatMap((event) => seenAt(event, untilMs));
    const missing = without(expected, actual), extra = without(actual, expected);
    if (missing.length + extra.length > 0) console.error(await historyText(record, storage));
    compared.missing.push(...missing);
    compared.extra.push(...extra);
    compared.expected += expected.length;
    compared.initial += events.filter((event) => event.initial).length;
  }
  return compared;
}

async function referenceOf(
  record: InstanceRecord,
  { storage, samples, untilMs }: ReferenceInput,
): Promise<ReferenceEvent[]> {
  const { store, assets, templates } = storage;
  const template = await templates.get(record.template_id);
  const { deployment: { instance } } = makeDeployment({
    record,
    template: template!,
    sourceMaxAgeSeconds: 0,
    streams: storedStreams(assets),
    deployedAt: ticksFromMs(Date.parse(record.deployment_date!)),
  });
  const history = await store.list<HistoryEntry>({ prefix: ["history", record.id, record.deployment] });
  const [deploy, ...rest] = inEffectiveOrder(commandsOf(history.map((entry) => entry.value)));
  if (deploy?.kind !== "deploy") {
    throw new TypeError(`The history of instance ${record.id} has no deployment`);
  }
  const commands = rest.flatMap((command): ReferenceCommand[] => {
    if (command.kind === "first_read") {
      const known = command.known.find((known) => known.stream === command.stream);
      return [{ ...command, known, others: command.known }];
    }
    return command.kind === "close" || command.kind === "lost" ? [command] : [];
  });
  const streams = instance.streams.map(({ id }) => [id, samples(assets.stream(id)!.stream_name)] as const);
  return referenceEvents({
    instance,
    commands,
    known: deploy.known,
    settled: deploy.at,
    deployedAt: instance.deployedAt,
    samples: Object.fromEntries(streams),
    until: ticksFromMs(untilMs),
  });
}

/** The history of a deployment, to find the cause of a difference. */
async function historyText(
  { id, deployment, deployment_date }: InstanceRecord,
  { store }: Storage,
): Promise<string> {
  const history = await store.list<HistoryEntry>({ prefix: ["history", id, deployment] });
  const lines = history.map(({ key, value }) => `${key.join("/")} ${JSON.stringify(value)}`);
  return [`Instance ${id}, deployed ${deployment_date}`, ...lines].join("\n");
}

/** A close takes effect at its watermark; other commands as recorded, which may be earlier (after a restart). */
function inEffectiveOrder(commands: ReplayCommand[]): ReplayCommand[] {
  let reached = -Infinity;
  const at = new Map(commands.map((command) => {
    if (command.kind !== "close") reached = Math.max(reached, command.at);
    return [command, command.kind === "close" ? command.at : reached];
  }));
  return commands.toSorted((a, b) => at.get(a)! - at.get(b)! || a.sequence - b.sequence);
}

interface Seen extends
  Pick<
    EventRecord,
    "instance_id" | "rule_id" | "start_time" | "activated_at" | "end_time" | "closed_at" | "flags"
  > {
  close_reason: EventRecord["close_reason"] | ReferenceEvent["reason"];
}

/** An event as of a watermark; undefined when it began later. */
function seenAt(event: Seen, untilMs: Ms): string[] {
  const { instance_id, rule_id, start_time, activated_at, end_time, closed_at, close_reason } = event;
  if (Date.parse(activated_at) > untilMs) return [];
  const isOpen = closed_at === null || (Date.parse(closed_at) > untilMs && close_reason !== "manual");
  const ended = isOpen ? "open" : `${end_time} closed ${closed_at} ${close_reason}`;
  const flags = event.flags.filter((flag) => flag === "initial" || flag === "chattering").sort();
  return [`${instance_id}/${rule_id} ${start_time} activated ${activated_at} ended ${ended} [${flags}]`];
}

/** Commands may have taken it past the moment: what it made there is left out as what is stored of it is. */
function expectedOf(event: ReferenceEvent): Seen {
  const iso = (at: Ticks | null) => at === null ? null : isoFromTicks(at);
  return {
    instance_id: event.instanceId,
    rule_id: event.ruleId,
    start_time: isoFromTicks(event.start),
    activated_at: isoFromTicks(event.activatedAt),
    end_time: iso(event.endAt),
    closed_at: iso(event.closedAt),
    close_reason: event.reason,
    flags: [
      ...(event.chattering ? ["chattering" as const] : []),
      ...(event.initial ? ["initial" as const] : []),
    ],
  };
}

/** Those that others do not have, as often as they are more. */
function without(these: string[], others: string[]): string[] {
  const left = [...others];
  return these.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
