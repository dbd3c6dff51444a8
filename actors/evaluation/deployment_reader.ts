import type { AlikeInstances } from "../../domain/evaluation/deployment/alike_instances.ts";
import type { AlikeBinder, Pattern, Slot } from "../../domain/instance/bind_alike.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import { sourceOfInstance } from "../../domain/instance/source.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { StreamLookup } from "../../domain/rule/bind_placeholders.ts";
import { type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { ColumnTable, Field } from "../../storage/writes/column_table.ts";
import type { AlikeDeployments, ReadDeployments } from "./deployment_book.ts";

type Table = ColumnTable<InstanceRecord>;

export type OfTemplate = Pick<InstanceRecord, "template_id" | "template_version">;

export interface DeploymentReaderOptions {
  binder: AlikeBinder;
  streams: Pick<StreamLookup, "byId">;
  /** The template version of a deployed instance; one object per version. */
  templateOf(record: OfTemplate): TemplateRecord | undefined;
  /** Only instances deployed on streams of this source are read; default: of `default`. */
  source?: number;
}

/** The instances of a binding pattern, while they are read. */
interface Group {
  template: TemplateRecord;
  ids: number[];
  deployments: number[];
  deployedAt: Ticks[];
  streams: number[];
  /** Each instance's table and row. */
  tables: Table[];
  rows: number[];
}

/** How a table's rows are read when all are deployed on one version, without fields of the exceptional kind (`APART`). */
interface AlikeTable {
  table: Table;
  pattern: Pattern;
  template: TemplateRecord;
  fields: Record<typeof ROW_FIELDS[number], Field>;
  /** The fields of the slots that are streams: their ids. */
  streams: readonly Field[];
}

/** Fields in which instances of one pattern may differ, besides their streams. */
const ROW_FIELDS = ["id", "deployment", "deployment_date", "created_at"] as const;
/** Fields that determine an instance's binding pattern. */
const BINDING_FIELDS = ["bindings", "named_streams", "template_id", "template_version"] as const;
/** Fields of records that must be bound individually. */
const APART = ["rules_since", "undeploying_by"];

/** Reads deployments from records and tables: as columns for instances of one pattern, else as objects. */
export class DeploymentReader {
  readonly #single: Deployment[] = [];
  readonly #groups = new Map<Pattern, Group>();
  readonly #atOf = new Map<string, Ticks>();

  readonly #source: number;

  constructor(private readonly options: DeploymentReaderOptions) {
    this.#source = options.source ?? DEFAULT_SOURCE;
  }

  take(record: InstanceRecord): void {
    if (!record.is_deployed || sourceOfInstance(record) !== this.#source) return;
    const template = this.options.templateOf(record);
    if (template === undefined) return;
    this.#single.push(
      this.options.binder.deploymentOf({ record, template, deployedAt: this.#deployedAt(record) }),
    );
  }

  takeTable(table: Table): void {
    if (allOf(table, "is_deployed") === false || !this.#mayHaveOwn(table)) return;
    const alike = this.#alike(table);
    if (alike !== undefined) this.#takeAlike(alike);
    else for (let row = 0; row < table.rows; row++) this.take(table.record(row));
  }

  taken(): Omit<ReadDeployments, "streams"> {
    return {
      single: this.#single,
      alike: [...this.#groups].map(([pattern, group]) => this.#made(pattern, group)),
    };
  }

  #mayHaveOwn(table: Table): boolean {
    const field = table.field("source_id");
    if (field === undefined) return this.#source === DEFAULT_SOURCE;
    return !("all" in field) || field.all === this.#source;
  }

  #alike(table: Table): AlikeTable | undefined {
    if (table.rows === 0 || !isPlain(table)) return undefined;
    const first = table.reading(BINDING_FIELDS)(0), template = this.options.templateOf(first);
    if (template === undefined) return undefined;
    const { bindings, named_streams } = first;
    const pattern = this.options.binder.patternOf({ bindings, named_streams, template }, () => {
      const record = table.record(0);
      return { record, template, deployedAt: this.#deployedAt(record) };
    });
    const streams = pattern && streamFields(table, pattern.slots);
    const [id, deployment, deployment_date, created_at] = ROW_FIELDS.map((name) => table.field(name));
    if (!pattern || !streams || !id || !deployment || !deployment_date || !created_at) return undefined;
    return { table, pattern, template, fields: { id, deployment, deployment_date, created_at }, streams };
  }

  /** Adds the rows of a table to its pattern's group; other rows are bound individually. */
  #takeAlike({ table, pattern, template, fields, streams: streamsIn }: AlikeTable): void {
    const group = this.#groupOf(pattern, template), { binder } = this.options;
    const ids = table.values(fields.id), deployments = table.values(fields.deployment);
    const deployed = table.values(fields.deployment_date), created = table.values(fields.created_at);
    const columns = streamsIn.map((field) => table.values(field));
    const types = pattern.slots.flatMap((slot) => "dataType" in slot ? [slot.dataType] : []);
    const sourceField = table.field("source_id"), sources = sourceField && table.values(sourceField);
    for (let row = 0; row < table.rows; row++) {
      if (sources !== undefined && sources[row] !== this.#source) continue;
      const streams = this.#streamsOf(columns, row, types);
      if (streams === undefined || !binder.mayStand(streams, pattern)) {
        this.take(table.record(row));
        continue;
      }
      group.ids.push(Number(ids[row]));
      group.deployments.push(Number(deployments[row]));
      group.deployedAt.push(this.#timeOf(String(deployed[row] ?? created[row])));
      for (const id of streams) group.streams.push(id);
      group.rows.push(row);
      group.tables.push(table);
    }
  }

  /** The streams of a row; undefined when one is unknown or has another type. */
  #streamsOf(
    columns: readonly (readonly unknown[])[],
    row: number,
    types: readonly DataType[],
  ): number[] | undefined {
    const ids: number[] = [];
    for (const [i, column] of columns.entries()) {
      const stream = this.options.streams.byId(Number(column[row]));
      if (typeof stream !== "object" || stream.data_type !== types[i]) return undefined;
      ids.push(stream.id);
    }
    return ids;
  }

  #groupOf(pattern: Pattern, template: TemplateRecord): Group {
    let group = this.#groups.get(pattern);
    if (group === undefined) {
      group = { template, ids: [], deployments: [], deployedAt: [], streams: [], tables: [], rows: [] };
      this.#groups.set(pattern, group);
    }
    return group;
  }

  #made(pattern: Pattern, { template, tables, rows, ...columns }: Group): AlikeDeployments {
    const alike: AlikeInstances = {
      like: pattern.instance,
      slots: pattern.ids,
      ids: Int32Array.from(columns.ids),
      deployments: Int32Array.from(columns.deployments),
      deployedAt: Float64Array.from(columns.deployedAt),
      streams: Int32Array.from(columns.streams),
    };
    const width = pattern.ids.length, { binder } = this.options;
    return {
      alike,
      deploymentOf(i) {
        const ids = alike.streams.subarray(i * width, (i + 1) * width);
        const wanted = { record: tables[i]!.record(rows[i]!), template, deployedAt: alike.deployedAt[i]! };
        return binder.deploymentLike(pattern, ids, wanted);
      },
    };
  }

  #deployedAt(
    { deployment_date, created_at }: Pick<InstanceRecord, "deployment_date" | "created_at">,
  ): Ticks {
    return this.#timeOf(deployment_date ?? created_at);
  }

  /** Cached, since many instances share a deployment time. */
  #timeOf(date: string): Ticks {
    let at = this.#atOf.get(date);
    if (at === undefined) this.#atOf.set(date, at = ticksFromMs(Date.parse(date)));
    return at;
  }
}

/** The value of a field if all rows share it. */
function allOf(table: Table, name: string): unknown {
  const field = table.field(name);
  return field !== undefined && "all" in field ? field.all : undefined;
}

function isPlain(table: Table): boolean {
  const recent = allOf(table, "recent_activations");
  const isQuiet = typeof recent === "object" && recent !== null && Object.keys(recent).length === 0;
  return isQuiet && allOf(table, "is_deployed") === true &&
    allOf(table, "template_id") !== undefined && allOf(table, "template_version") !== undefined &&
    !table.fields.some(({ path: [name = ""], ...field }) =>
      APART.includes(name) || name === "named_streams" && !("all" in field)
    );
}

/** The fields of the bound streams, in the order of the slots; undefined when a constant differs between rows. */
function streamFields(table: Table, slots: readonly Slot[]): Field[] | undefined {
  const bindings = table.fields.filter(({ path }) => path.length > 1 && path[0] === "bindings");
  const isAlike = bindings.length === slots.length &&
    slots.every((slot, i) =>
      bindings[i]?.path[1] === slot.name && ("dataType" in slot || "all" in bindings[i])
    );
  return isAlike ? bindings.filter((_, i) => "dataType" in slots[i]!) : undefined;
}
