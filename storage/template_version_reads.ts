import { versionsInUse } from "../domain/instance/upgrade.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { Check } from "../domain/shared/commit.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type {
  TemplateRecord,
  TemplateVersionRecord,
  TemplateVersionsRecord,
} from "../domain/template/types.ts";
import { firstVersions } from "../domain/template/versions.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { type NounContext, unchanged } from "./write.ts";

/** A template and what is known of its versions, as read for a write. */
export interface VersionReads {
  template: TemplateRecord;
  versions: TemplateVersionsRecord;
  /** False: nothing is stored of them, the template says it all. */
  areKnown: boolean;
  /** Hold while neither the template nor any of its versions changes: every write of one rewrites what is read here. */
  checks: Check[];
}

export async function readVersions({ store }: NounContext, id: number): Promise<VersionReads> {
  const wanted = [keys.template(id), keys.templateVersions(id)];
  const [entry, known] = await store.getMany(wanted);
  if (entry === undefined) throw new Refusal("TEMPLATE_NOT_FOUND", `There is no template ${id}`);
  const template = kinds.template.read(entry.value);
  return {
    template,
    versions: known === undefined ? firstVersions(template) : kinds.templateVersions.read(known.value),
    areKnown: known !== undefined,
    checks: [unchanged(wanted[0], entry), unchanged(wanted[1], known)],
  };
}

/** The versions but the current one, by rising number. */
export async function readOthers(
  { store }: NounContext,
  templateId: number,
): Promise<TemplateVersionRecord[]> {
  const prefix = keys.templateVersion(templateId, 0).slice(0, 2);
  return (await store.list({ prefix })).map(({ value }) => kinds.templateVersion.read(value));
}

const READ_AT_ONCE = 500;

/**
 * Deployed instances that run on a version, or ran on it before an upgrade; none of a draft. Read after the template:
 * nobody goes over to a version that is not the current one, so they only become fewer while the template stands.
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
