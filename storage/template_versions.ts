import type { Actor } from "../domain/access/types.ts";
import type { FrameDraft, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { contentOf, currentVersion, MOST_VERSIONS, otherVersion } from "../domain/template/versions.ts";
import type {
  TemplateContent,
  TemplateRecord,
  TemplateVersion,
  TemplateVersionRecord,
  TemplateVersionsRecord,
} from "../domain/template/types.ts";
import { keys } from "./keys.ts";
import { refuseTooLarge, templateMoved } from "./template_moves.ts";
import { instancesOnVersion, readOthers, readVersions, type VersionReads } from "./template_version_reads.ts";
import { type Decision, type NounContext, traces, write } from "./write.ts";
import { inUse, notFound } from "./noun_refusals.ts";
import { invalid } from "../domain/shared/refusal.ts";

export type VersionDraft = Partial<TemplateContent> & { note?: string };

/**
 * The versions of templates, read from the store. Their writes are allowed while instances are deployed. The versions
 * of templates. TEMPLATE_NOT_FOUND for an unknown template.
 */
export class TemplateVersions {
  constructor(private readonly context: NounContext) {}

  /** By ascending number, including the current one. */
  async list(templateId: number): Promise<TemplateVersion[]> {
    const { template, versions } = await readVersions(this.context, templateId);
    const others = await readOthers(this.context, templateId);
    return [currentVersion(template, versions.current), ...others.map(otherVersion)]
      .sort((a, b) => a.version - b.version);
  }

  async get(templateId: number, version: number): Promise<TemplateVersion | undefined> {
    return (await this.list(templateId)).find((each) => each.version === version);
  }

  /** Adds a draft over the current version. At the limit it replaces the oldest unused version. */
  add(templateId: number, { note = "", ...draft }: VersionDraft, by: Actor): Promise<TemplateVersion> {
    const { context } = this;
    return write(context, async () => {
      const reads = await readVersions(context, templateId);
      const { template, versions, checks } = reads;
      const version = versions.newest + 1;
      const record: TemplateVersionRecord = {
        v: 1,
        template_id: templateId,
        version,
        note,
        ...contentOf({ ...template, ...draft }),
        created_at: isoFromMs(context.now()),
        created_by: by.name,
        released_at: null,
        released_by: null,
      };
      refuseTooLarge(record);
      const removed = await this.#removeOldest(reads, by);
      const { mutations, frames } = traces(context, {
        action: "version_added",
        type: "template",
        id: templateId,
        by,
        after: record,
      });
      mutations.push(
        { type: "set", key: keys.templateVersion(templateId, version), value: record },
        setVersions(templateId, { ...versions, newest: version }),
        ...removed.mutations,
      );
      const commit = { checks, mutations, frames: [...frames, ...removed.frames] };
      return { result: otherVersion(record), commit };
    });
  }

  /** Makes a version the current one; deployed instances stay on theirs. */
  release(templateId: number, version: number, by: Actor): Promise<TemplateVersion> {
    return write(this.context, async () => {
      const reads = await readVersions(this.context, templateId);
      const { template, versions } = reads;
      if (template.version === version) return { result: currentVersion(template, versions.current) };
      const record = await this.#other(templateId, version);
      return await this.#released(reads, { record, by });
    });
  }

  /** RESOURCE_IN_USE for the current version, and for versions that deployed instances use or used. */
  remove(templateId: number, version: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const { template, versions, checks } = await readVersions(context, templateId);
      if (template.version === version) {
        throw inUse(`Version ${version}, the current one,`, [userOf(template)]);
      }
      const record = await this.#other(templateId, version);
      const instances = await instancesOnVersion(context, record);
      if (instances.length > 0) throw inUse(`Version ${version}`, instances.map(userOf));
      const { mutations, frames } = traces(context, this.#removal(record, by));
      mutations.push(
        { type: "delete", key: keys.templateVersion(templateId, version) },
        setVersions(templateId, versions),
      );
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  /** Keeps the superseded version for the instances that run on it. */
  async #released(
    { template: before, versions, checks }: VersionReads,
    { record, by }: { record: TemplateVersionRecord; by: Actor },
  ): Promise<Decision<TemplateVersion>> {
    const { context } = this, { id } = before, { version } = record;
    const at = isoFromMs(context.now());
    const after: TemplateRecord = { ...before, ...contentOf(record), version, updated_at: at };
    const { note, created_at, created_by } = record;
    const current = { note, created_at, created_by, released_at: at, released_by: by.name };
    const superseded: TemplateVersionRecord = {
      v: 1,
      template_id: id,
      version: before.version,
      ...contentOf(before),
      ...versions.current,
    };
    const moved = await templateMoved(context, { before, after });
    const { mutations, frames } = traces(context, {
      action: "version_released",
      type: "template",
      id,
      by,
      before: outlineOf(superseded),
      after: outlineOf({ ...record, ...current }),
    });
    mutations.push(
      { type: "set", key: keys.template(id), value: after },
      { type: "set", key: keys.templateVersion(id, before.version), value: superseded },
      { type: "delete", key: keys.templateVersion(id, version) },
      setVersions(id, { ...versions, current }),
      ...moved.mutations,
    );
    return {
      result: currentVersion(after, current),
      commit: { checks: [...checks, ...moved.checks], mutations, frames },
    };
  }

  async #other(templateId: number, version: number): Promise<TemplateVersionRecord> {
    const found = (await readOthers(this.context, templateId)).find((each) => each.version === version);
    if (found === undefined) throw notFound("version", version);
    return found;
  }

  /** At the limit, writes that remove the oldest superseded version that is not in use. */
  async #removeOldest(
    { template }: VersionReads,
    by: Actor,
  ): Promise<{ mutations: Mutation[]; frames: FrameDraft[] }> {
    const others = await readOthers(this.context, template.id);
    if (others.length + 1 < MOST_VERSIONS) return { mutations: [], frames: [] };
    for (const record of others.filter(({ released_at }) => released_at !== null)) {
      if ((await instancesOnVersion(this.context, record)).length > 0) continue;
      const { mutations, frames } = traces(this.context, this.#removal(record, by));
      mutations.push({ type: "delete", key: keys.templateVersion(template.id, record.version) });
      return { mutations, frames };
    }
    throw invalid(
      "",
      `Template "${template.name}" has ${MOST_VERSIONS} versions already, all drafts or in use; delete a draft first`,
    );
  }

  #removal(before: TemplateVersionRecord, by: Actor) {
    return { action: "version_removed", type: "template", id: before.template_id, by, before } as const;
  }
}

function setVersions(templateId: number, value: TemplateVersionsRecord): Mutation {
  return { type: "set", key: keys.templateVersions(templateId), value };
}

/** A summary for the audit log of a version that is stored in full elsewhere. */
function outlineOf(record: TemplateVersionRecord) {
  const { version, note, name, category, rules, placeholders, released_at, released_by } = record;
  const counts = { rules_count: rules.length, placeholders_count: placeholders.length };
  return { version, note, name, category, ...counts, released_at, released_by };
}

function userOf(user: TemplateRecord | { id: number; instance_name: string }) {
  return "instance_name" in user
    ? { type: "instance" as const, id: user.id, name: user.instance_name }
    : { type: "template" as const, id: user.id, name: user.name };
}
