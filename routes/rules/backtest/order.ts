import type { StreamRecord } from "../../../domain/asset/types.ts";
import { BACKTEST_LIMITS, type BacktestOrder, type BacktestUnit } from "../../../domain/backtest/types.ts";
import { makeDeployment } from "../../../domain/instance/deployment.ts";
import { otherSources, sourceOfStreams } from "../../../domain/instance/source.ts";
import { presentStreams } from "../../../domain/instance/streams.ts";
import { neverDeployed } from "../../../domain/instance/never_deployed.ts";
import type { Binding, InstanceRecord } from "../../../domain/instance/types.ts";
import { type Issue, validationRefusal } from "../../../domain/shared/refusal.ts";
import { type Ms, type Ticks, ticksFromMs, ticksOfSeconds } from "../../../domain/shared/time.ts";
import type { TemplateRecord } from "../../../domain/template/types.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { bindBody } from "../instance_input.ts";
import type { TemplateBacktestBody } from "./body.ts";

const DEFAULT_SPAN = ticksOfSeconds(86_400);
const LONGEST_SPAN = ticksOfSeconds(BACKTEST_LIMITS.spanDays * 86_400);

interface OrderInput {
  template: TemplateRecord;
  body: TemplateBacktestBody;
  /** The path of the template in the body, for issues. */
  at: string;
  /** The path of an instance in the body, by its index. */
  instanceAt?: (place: number) => string;
}

/** The backtest that a body asks for, with its bindings. Throws all problems at once. */
export function backtestOrder(deps: AppDeps, { template, body, at, ...paths }: OrderInput): BacktestOrder {
  const span = backtestSpan(body, deps.now());
  if (template.rules.length === 0) throw refused([{ path: at, message: "Has no rule to evaluate" }]);
  const { instanceAt = (place) => `instance_ids.${place}` } = paths;
  const binder = new Binder(deps, template, { from: span.from, instanceAt });
  const units = binder.units(body);
  if (binder.problems.length > 0) throw refused(binder.problems);
  const streams = [...binder.streams.values()];
  if (streams.length > BACKTEST_LIMITS.streams) {
    const message = `Names ${streams.length} streams; the limit is ${BACKTEST_LIMITS.streams}`;
    throw refused([{ path: "instance_ids", message }]);
  }
  return { units, streams, ...span, points: body.points };
}

/** The span of a backtest. It ends now at the latest, whatever the caller's clock says; by default it is a day long. */
export function backtestSpan(
  { from, to }: { from?: Ticks; to?: Ticks },
  nowMs: Ms,
): { from: Ticks; to: Ticks } {
  const now = ticksFromMs(nowMs), end = to === undefined || to > now ? now : to;
  const start = from ?? end - DEFAULT_SPAN;
  if (start >= end) {
    throw refused([{ path: "from", message: "Must be before `to` (default: now)" }]);
  }
  if (end - start > LONGEST_SPAN) {
    const message = `Must be at most ${BACKTEST_LIMITS.spanDays} days before \`to\``;
    throw refused([{ path: "from", message }]);
  }
  return { from: start, to: end };
}

/** Binds instances as a deployment at `from` would. */
class Binder {
  readonly problems: Issue[] = [];
  /** The streams of the bound rules, by id. */
  readonly streams = new Map<number, StreamRecord>();

  constructor(
    private readonly deps: AppDeps,
    private readonly template: TemplateRecord,
    private readonly given: { from: Ticks } & Required<Pick<OrderInput, "instanceAt">>,
  ) {}

  units(body: TemplateBacktestBody): BacktestUnit[] {
    const { storage } = this.deps;
    if (body.instance_ids !== undefined) {
      return [...new Set(body.instance_ids)].flatMap((id, i) => {
        const record = storage.instances.get(id), path = this.given.instanceAt(i);
        if (record !== undefined) return this.#stored(record, path);
        this.problems.push({ path, message: `Instance ${id} does not exist` });
        return [];
      });
    }
    const isBound = (body.placeholders ?? body.placeholder_mappings) !== undefined;
    const own = isBound ? [] : storage.instances.list({ template_id: this.template.id });
    if (own.length === 0) return this.#unsaved(body);
    if (own.length <= BACKTEST_LIMITS.instances) return own.flatMap((record) => this.#stored(record, ""));
    const message =
      `The template has ${own.length} instances; give up to ${BACKTEST_LIMITS.instances} of them`;
    this.problems.push({ path: "instance_ids", message });
    return [];
  }

  #stored(record: InstanceRecord, path: string): BacktestUnit[] {
    return this.#unit(record, {
      instanceId: record.id,
      issueOf: ({ message }) => ({ path, message: `Instance "${record.instance_name}": ${message}` }),
    });
  }

  #unsaved(forms: TemplateBacktestBody): BacktestUnit[] {
    const { template, deps: { storage } } = this;
    const given = bindBody(storage, { forms, template });
    this.problems.push(...given?.issues ?? []);
    if (this.problems.length > 0) return [];
    return this.#unit(unsavedInstance(template, given?.bindings ?? {}), {
      instanceId: null,
      issueOf: ({ path, message }) => ({
        path: path.replace(/^placeholders\./, "placeholder_mappings."),
        message,
      }),
    });
  }

  #unit(
    record: InstanceRecord,
    { instanceId, issueOf }: { instanceId: number | null; issueOf: (issue: Issue) => Issue },
  ): BacktestUnit[] {
    const { assets, sources } = this.deps.storage;
    const { template } = this, lookup = presentStreams(assets);
    const source = sourceOfStreams({ record, template, streams: lookup });
    const { deployment, problems, streams } = makeDeployment({
      record,
      template,
      deployedAt: this.given.from,
      streams: lookup,
      sourceMaxAgeSeconds: sources.get(source)?.max_age_seconds ?? 0,
    });
    problems.push(...otherSources(streams, source));
    this.problems.push(...problems.map(issueOf));
    for (const { id } of deployment.instance.streams) {
      const stream = assets.stream(id);
      if (stream !== undefined) this.streams.set(id, stream);
    }
    return problems.length > 0 ? [] : [{ instanceId, deployment }];
  }
}

/** A placeholder record for an instance that is not stored. */
function unsavedInstance(template: TemplateRecord, bindings: Record<string, Binding>): InstanceRecord {
  return neverDeployed({
    id: 0,
    instance_id: "",
    instance_name: "",
    template_id: template.id,
    plant_node_floc_id: null,
    bindings,
    created_at: "",
    created_by: "",
  });
}

function refused(issues: Issue[]): Error {
  return validationRefusal(issues);
}
