import type { AlikeInstances } from "../../domain/evaluation/alike_instances.ts";
import type { AlikeBinder, Pattern, Slot } from "../../domain/instance/bind_alike.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { StreamOfName } from "../../domain/rule/bind_placeholders.ts";
import { type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { ColumnTable, Field } from "../../storage/writes/column_table.ts";
import type { AlikeDeployments, ReadDeployments } from "./deployment_book.ts";

type Table = ColumnTable<InstanceRecord>;

export interface DeploymentReaderOptions {
  binder: AlikeBinder;
  streamByName(name: string): StreamOfName | undefined;
  /** The template of an instance as it is deployed; one object for all of a version. */
  templateOf(record: InstanceRecord): TemplateRecord | undefined;
}

/** Instances that are bound as a pattern is, while they are read. */
interface Group {
  template: TemplateRecord;
  ids: number[];
  deployments: number[];
  deployedAt: Ticks[];
  streams: number[];
  rows: { table: Table; row: number }[];
}

/** What a table's rows are read by: all of them are deployed, on one version, and nothing about them is out of the way. */
interface AlikeTable {
  table: Table;
  pattern: Pattern;
  template: TemplateRecord;
  fields: Record<"id" | "deployment" | "deployment_date" | "created_at", Field>;
  /** By slot that is a stream: its name. */
  names: readonly Field[];
}

/** Fields that only records have which are to be bound by themselves. */
const APART = ["rules_since", "undeploying_by"];

/** Deployments out of records and tables: columns where instances are bound alike, objects where not. */
export class DeploymentReader {
  readonly #single: Deployment[] = [];
  readonly #groups = new Map<Pattern, Group>();
  readonly #atOf = new Map<string, Ticks>();

  constructor(private readonly options: DeploymentReaderOptions) {}

  take(record: InstanceRecord): void {
    const template = record.is_deployed ? this.options.templateOf(record) : undefined;
    if (template === undefined) return;
    this.#single.push(
      this.options.binder.deploymentOf({ record, template, deployedAt: this.#deployedAt(record) }),
    );
  }

  takeTable(table: Table): void {
    if (allOf(table, "is_deployed") === false) return;
    const alike = this.#alike(table);
    for (let row = 0; row < table.rows; row++) {
      if (alike === undefined || !this.#takeAlike(alike, row)) this.take(table.record(row));
    }
  }

  taken(): ReadDeployments {
    return {
      single: this.#single,
      alike: [...this.#groups].map(([pattern, group]) => this.#made(pattern, group)),
    };
  }

  #alike(table: Table): AlikeTable | undefined {
    if (table.rows === 0 || !isPlain(table)) return undefined;
    const record = table.record(0), template = this.options.templateOf(record);
    if (template === undefined) return undefined;
    const pattern = this.options.binder.patternOf({ record, template, deployedAt: this.#deployedAt(record) });
    const names = pattern && namesOf(table, pattern.slots);
    const [id, deployment] = [table.field("id"), table.field("deployment")];
    const [deployment_date, created_at] = [table.field("deployment_date"), table.field("created_at")];
    if (!pattern || !names || !id || !deployment || !deployment_date || !created_at) return undefined;
    return { table, pattern, template, fields: { id, deployment, deployment_date, created_at }, names };
  }

  /** False where the row is not bound as the table's pattern is. */
  #takeAlike({ table, pattern, template, fields, names }: AlikeTable, row: number): boolean {
    const ids = this.#streamsOf(names.map((field) => String(table.value(field, row))), pattern);
    if (ids === undefined || !this.options.binder.mayStand(ids, template)) return false;
    const date = table.value(fields.deployment_date, row) ?? table.value(fields.created_at, row);
    const group = this.#groupOf(pattern, template);
    group.ids.push(Number(table.value(fields.id, row)));
    group.deployments.push(Number(table.value(fields.deployment, row)));
    group.deployedAt.push(this.#timeOf(String(date)));
    group.streams.push(...ids);
    group.rows.push({ table, row });
    return true;
  }

  /** The streams of these names, as far as they are of the types of the pattern's. */
  #streamsOf(names: readonly string[], { slots }: Pattern): number[] | undefined {
    const ids: number[] = [];
    for (const slot of slots) {
      if (!("dataType" in slot)) continue;
      const stream = this.options.streamByName(names[ids.length]);
      if (stream?.data_type !== slot.dataType) return undefined;
      ids.push(stream.id);
    }
    return ids;
  }

  #groupOf(pattern: Pattern, template: TemplateRecord): Group {
    let group = this.#groups.get(pattern);
    if (group === undefined) {
      group = { template, ids: [], deployments: [], deployedAt: [], streams: [], rows: [] };
      this.#groups.set(pattern, group);
    }
    return group;
  }

  #made(pattern: Pattern, { template, rows, ...columns }: Group): AlikeDeployments {
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
        const { table, row } = rows[i], ids = alike.streams.subarray(i * width, (i + 1) * width);
        const wanted = { record: table.record(row), template, deployedAt: alike.deployedAt[i] };
        return binder.deploymentLike(pattern, ids, wanted);
      },
    };
  }

  #deployedAt({ deployment_date, created_at }: InstanceRecord): Ticks {
    return this.#timeOf(deployment_date ?? created_at);
  }

  /** Many were deployed at once. */
  #timeOf(date: string): Ticks {
    let at = this.#atOf.get(date);
    if (at === undefined) this.#atOf.set(date, at = ticksFromMs(Date.parse(date)));
    return at;
  }
}

/** The value of a field that all rows share; undefined where they do not. */
function allOf(table: Table, name: string): unknown {
  const field = table.field(name);
  return field !== undefined && "all" in field ? field.all : undefined;
}

function isPlain(table: Table): boolean {
  const recent = allOf(table, "recent_activations");
  const isQuiet = typeof recent === "object" && recent !== null && Object.keys(recent).length === 0;
  return isQuiet && allOf(table, "is_deployed") === true &&
    allOf(table, "template_id") !== undefined && allOf(table, "template_version") !== undefined &&
    !table.fields.some(({ path }) => APART.includes(path[0]));
}

/** The fields of the bindings' streams, in the order of the slots; undefined where some constant is not that of all. */
function namesOf(table: Table, slots: readonly Slot[]): Field[] | undefined {
  const bindings = table.fields.filter(({ path }) => path.length > 1 && path[0] === "bindings");
  const isAlike = bindings.length === slots.length &&
    bindings.every((field, i) =>
      field.path[1] === slots[i].name && ("dataType" in slots[i] || "all" in field)
    );
  return isAlike ? bindings.filter((_, i) => "dataType" in slots[i]) : undefined;
}
