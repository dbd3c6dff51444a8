import type { AuditRecord } from "../../domain/audit/types.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Entry, FrameDraft, StorePort } from "../../domain/shared/commit.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import { PushLog } from "../../storage/push_log.ts";

/** One change of a template or an instance from the audit log, in the order of commits. */
export interface HistoryStep {
  versionstamp: string;
  audit: AuditRecord;
}

interface KnownTemplate {
  version: number;
  /** The highest number that was given. */
  newest: number;
}

interface KnownInstance {
  templateId: number;
  deployment: number;
  isDeployed: boolean;
  /** The whole record, as JSON. */
  text: string;
}

const FOLLOWED = ["template", "instance"];

/**
 * What happened to templates and instances, rebuilt from the store alone: the push log gives the order of commits and
 * of the turns within one, the audit log what each of them changed. `violations` names every state that must not be.
 */
export class TemplateHistory {
  readonly steps: HistoryStep[] = [];
  readonly violations: string[] = [];
  readonly #templates = new Map<number, KnownTemplate>();
  readonly #instances = new Map<number, KnownInstance>();
  /** Active events by id: their instance. */
  readonly #active = new Map<number, number>();

  static async read(store: StorePort): Promise<TemplateHistory> {
    const history = new TemplateHistory();
    const pushed = await new PushLog(store).newest(Infinity);
    const audits = new Audits(await store.list<AuditRecord>({ prefix: ["audit"] }));
    for (const { versionstamp, frames } of pushed) {
      history.#commit(versionstamp, { frames: frames ?? [], audits });
    }
    for (const left of audits.left()) {
      history.violations.push(`audit entry without a push frame in its commit: ${shown(left)}`);
    }
    return history;
  }

  of(type: "template" | "instance", action: string): AuditRecord[] {
    return this.steps.map((step) => step.audit)
      .filter((audit) => audit.resource_type === type && audit.action === action);
  }

  #commit(versionstamp: string, { frames, audits }: { frames: FrameDraft[]; audits: Audits }): void {
    for (const frame of frames) {
      if (frame.kind === "resource_changed") {
        const { type, id } = frame.data as { type: string; id: number | string };
        if (!FOLLOWED.includes(type)) continue;
        const changed = id === "*"
          ? audits.takeAll(versionstamp, type)
          : audits.take(versionstamp, `${type}/${id}`);
        if (changed.length === 0) this.violations.push(`${type} ${id} changed without an audit entry`);
        for (const audit of changed) this.#step({ versionstamp, audit });
      } else if (frame.kind.startsWith("event_")) {
        const event = frame.data as { id: number; instance_id: number; is_active: boolean };
        if (event.is_active) this.#active.set(event.id, event.instance_id);
        else this.#active.delete(event.id);
      }
    }
    for (const [id, instanceId] of this.#active) {
      if (this.#instances.get(instanceId)?.isDeployed) continue;
      this.violations.push(
        `after ${versionstamp} event ${id} is active, its instance ${instanceId} undeployed`,
      );
      this.#active.delete(id);
    }
  }

  #step(step: HistoryStep): void {
    this.steps.push(step);
    const { audit } = step;
    const problems = audit.resource_type === "template" ? this.#template(audit) : this.#instance(audit);
    for (const problem of problems) {
      this.violations.push(`${audit.resource_type} ${audit.resource_id} ${audit.action}: ${problem}`);
    }
  }

  /** Versions come, go and become the current one whether instances are deployed or not. */
  #version(audit: AuditRecord, known: KnownTemplate | undefined): string[] {
    if (known === undefined) return ["its template does not exist"];
    const before = audit.before as KnownTemplate | null, after = audit.after as KnownTemplate | null;
    if (audit.action === "version_added") {
      const isNext = after?.version === known.newest + 1;
      known.newest = after?.version ?? 0;
      return isNext ? [] : [`version ${after?.version} was added`];
    }
    if (audit.action === "version_removed") {
      return before?.version === known.version ? ["it was the current one"] : [];
    }
    const problems = before?.version === known.version
      ? []
      : [`released after ${before?.version}, it is ${known.version}`];
    known.version = after?.version ?? 0;
    return problems;
  }

  #template(audit: AuditRecord): string[] {
    const id = Number(audit.resource_id);
    const known = this.#templates.get(id);
    if (audit.action.startsWith("version_")) return this.#version(audit, known);
    const before = audit.before as TemplateRecord | null, after = audit.after as TemplateRecord | null;
    if (after === null) this.#templates.delete(id);
    else this.#templates.set(id, { version: after.version, newest: after.version });
    if (before === null) return known === undefined ? [] : ["it exists already"];
    if (known === undefined) return ["it does not exist"];
    const deployed = this.#deployedOf(id);
    return [
      ...(deployed.length === 0 ? [] : [`${deployed.length} instances are deployed`]),
      ...(before.version === known.version ? [] : [`from version ${before.version}, it is ${known.version}`]),
      ...(after === null || after.version === known.newest + 1
        ? []
        : [`version ${known.version} became ${after.version}`]),
      ...(after === null && this.#countOf(id) > 0 ? ["it leaves instances behind"] : []),
    ];
  }

  #instance(audit: AuditRecord): string[] {
    const id = Number(audit.resource_id);
    const known = this.#instances.get(id);
    const record = (audit.after ?? audit.before) as InstanceRecord;
    const template = this.#templates.get(record.template_id);
    const { template_id: templateId, deployment, is_deployed: isDeployed } = record;
    if (audit.action === "deleted") this.#instances.delete(id);
    else this.#instances.set(id, { templateId, deployment, isDeployed, text: JSON.stringify(record) });
    if (template === undefined) return [`template ${templateId} does not exist`];
    if (audit.action === "created") return known === undefined ? [] : ["it exists already"];
    if (known === undefined) return ["it does not exist"];
    if (JSON.stringify(audit.before) !== known.text) return ["it was decided on a record that had changed"];
    if (audit.action === "undeployed") return known.isDeployed ? [] : ["it was not deployed"];
    if (audit.action === "upgraded") {
      return [
        ...(known.isDeployed ? [] : ["it was not deployed"]),
        ...(deployment === known.deployment ? [] : [`deployment ${known.deployment} became ${deployment}`]),
        ...(record.template_version === template.version
          ? []
          : [`it went over to version ${record.template_version}, the current one is ${template.version}`]),
      ];
    }
    if (known.isDeployed) return ["it is deployed"];
    if (audit.action !== "deployed") return [];
    return [
      ...(deployment === known.deployment + 1 ? [] : [`deployment ${known.deployment} became ${deployment}`]),
      ...(record.template_version === template.version
        ? []
        : [`template version ${record.template_version} was deployed, it is ${template.version}`]),
    ];
  }

  #deployedOf(templateId: number): KnownInstance[] {
    return [...this.#instances.values()].filter((one) => one.isDeployed && one.templateId === templateId);
  }

  #countOf(templateId: number): number {
    return [...this.#instances.values()].filter((one) => one.templateId === templateId).length;
  }
}

/** The audit entries of templates and instances by commit and resource, each list in the order of its ids. */
class Audits {
  readonly #byResource = new Map<string, AuditRecord[]>();

  constructor(entries: Entry<AuditRecord>[]) {
    for (const { value, versionstamp } of entries) {
      if (!FOLLOWED.includes(value.resource_type)) continue;
      const key = `${versionstamp}/${value.resource_type}/${value.resource_id}`;
      const known = this.#byResource.get(key);
      if (known === undefined) this.#byResource.set(key, [value]);
      else known.push(value);
    }
  }

  take(versionstamp: string, resource: string): AuditRecord[] {
    return this.#byResource.get(`${versionstamp}/${resource}`)?.splice(0, 1) ?? [];
  }

  /** Of a commit that changed many and says so by one frame. */
  takeAll(versionstamp: string, type: string): AuditRecord[] {
    const prefix = `${versionstamp}/${type}/`;
    const found = [...this.#byResource].filter(([key]) => key.startsWith(prefix));
    return found.flatMap(([, entries]) => entries.splice(0));
  }

  left(): AuditRecord[] {
    return [...this.#byResource.values()].flat();
  }
}

function shown({ resource_type, resource_id, action }: AuditRecord): string {
  return `${resource_type} ${resource_id} ${action}`;
}
