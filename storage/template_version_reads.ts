import { versionsInUse } from "../domain/instance/upgrade.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { Check } from "../domain/shared/commit.ts";
import { missing, Refusal } from "../domain/shared/refusal.ts";
import type {
  TemplateRecord,
  TemplateVersionRecord,
  TemplateVersionsRecord,
} from "../domain/template/types.ts";
import { firstVersions } from "../domain/template/versions.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { type NounContext, unchanged } from "./write.ts";

/** A template and its versions, read for a write. */
export interface VersionReads {
  template: TemplateRecord;
  versions: TemplateVersionsRecord;
  /** False: no record of versions is stored; there is only the template. */
  areKnown: boolean;
  /**
   * They fail once the template or any of its versions changes, since every such write rewrites one of the two
   * records.
   */
  checks: Check[];
}

export async function readVersions({ store }: NounContext, id: number): Promise<VersionReads> {
  const recordKeys = [keys.template(id), keys.templateVersions(id)];
  const [entry, known] = await store.getMany(recordKeys);
  if (entry === undefined) throw new Refusal("TEMPLATE_NOT_FOUND", missing("template", id));
  const template = kinds.template.read(entry.value);
  return {
    template,
    versions: known === undefined ? firstVersions(template) : kinds.templateVersions.read(known.value),
    areKnown: known !== undefined,
    checks: [unchanged(recordKeys[0]!, entry), unchanged(recordKeys[1]!, known)],
  };
}

/** All versions except the current one, by ascending number. */
export async function readOthers(
  { store }: NounContext,
  templateId: number,
): Promise<TemplateVersionRecord[]> {
  const prefix = keys.templateVersion(templateId, 0).slice(0, 2);
  return (await store.list({ prefix })).map(({ value }) => kinds.templateVersion.read(value));
}

const READ_AT_ONCE = 500;

/**
 * Deployed instances that run on a version, or ran on it before an upgrade; none for a draft. Read after the
 * template: instances only upgrade to the current version, so their number only decreases while the template is
 * unchanged.
 */
export async function instancesOnVersion(
  { store }: NounContext,
  { template_id, version, released_at }: TemplateVersionRecord,
): Promise<InstanceRecord[]> {
  if (released_at === null) return [];
  const names = await store.list<number>({ prefix: keys.instanceByName(template_id, "").slice(0, 2) });
  const found: InstanceRecord[] = [];
  for (let from = 0; from < names.length; from += READ_AT_ONCE) {
    const some = names.slice(from, from + READ_AT_ONCE).map(({ value }) => keys.instance(value));
    for (const entry of await store.getMany(some)) {
      if (entry !== undefined) found.push(kinds.instance.read(entry.value));
    }
  }
  return found.filter((record) => versionsInUse(record).includes(version));
}
