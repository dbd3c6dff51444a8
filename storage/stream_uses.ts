import {
  boundStreamIds,
  possibleStreamNames,
  streamIdsOf,
  unfoundNames,
} from "../domain/instance/streams.ts";
import type { StreamRecord } from "../domain/asset/types.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { TemplateContent, TemplateRecord, TemplateVersionRecord } from "../domain/template/types.ts";
import type { Mirror } from "./mirror.ts";
import { byId, type Mirrors, versionName } from "./mirrors.ts";
import { Groups } from "./sorted_list.ts";

export type DeployedAs = Pick<InstanceRecord, "template_id" | "template_version" | "is_deployed">;

/**
 * Which instances may use a stream, by their bindings or their rules. Built on first use, so that no start
 * waits for it, and updated by commits from then on.
 */
export class StreamUses {
  /** By the ids of their streams, and by the names for which none has been found. */
  readonly #bound = new Groups<number | string, InstanceRecord>({
    by: (record) => new Set([...idsOf(record), ...unfoundNames(record.bindings)]),
    compare: byId,
  });
  readonly #naming = new Groups<string, TemplateRecord>({ by: namesIn, compare: byId });
  readonly #versionsNaming = new Groups<string, TemplateVersionRecord>({
    by: namesIn,
    compare: (a, b) => a.template_id - b.template_id || a.version - b.version,
  });
  #isFollowing = false;
  /** Cached until one of its records changes. */
  #deployed: readonly StreamRecord[] | undefined;

  constructor(private readonly mirrors: Mirrors) {}

  /** By ascending id. Not to be changed. */
  of(stream: StreamRecord): readonly InstanceRecord[] {
    this.#follow();
    const bound = this.#bound.of(stream.id), byName = this.#bound.of(stream.stream_name);
    const byRules = this.#byRules(stream);
    if (byName.length + byRules.length === 0) return bound;
    return [...new Set([...bound, ...byName, ...byRules])].sort(byId);
  }

  /** How many deployed instances may use a stream. */
  deployedOn(stream: StreamRecord): number {
    let deployed = 0;
    for (const { is_deployed } of this.of(stream)) if (is_deployed) deployed++;
    return deployed;
  }

  /** The streams that deployed instances may use, by ascending id. Not to be changed. */
  deployedStreams(): readonly StreamRecord[] {
    this.#follow();
    return this.#deployed ??= this.mirrors.streams.list().filter((one) => this.deployedOn(one) > 0);
  }

  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const { instances, templates, templateVersions, streams } = this.mirrors;
    follow(instances, this.#bound);
    follow(templates, this.#naming);
    follow(templateVersions, this.#versionsNaming);
    const changed = () => this.#deployed = undefined;
    for (const mirror of [instances, templates, templateVersions, streams]) mirror.onChange(changed);
  }

  /** Instances whose rules name the stream directly, and that were not deployed with another one of that name. */
  #byRules({ id: stream, stream_name: name }: StreamRecord): InstanceRecord[] {
    const templates = this.#naming.of(name), versions = this.#versionsNaming.of(name);
    if (templates.length === 0 && versions.length === 0) return [];
    const contents = new Set<TemplateContent | undefined>([...templates, ...versions]);
    const ids = new Set([...templates.map(({ id }) => id), ...versions.map((one) => one.template_id)]);
    return [...ids].flatMap((id) =>
      this.mirrors.instancesByTemplate.of(id).filter((one) =>
        contents.has(contentAs(this.mirrors, one)) && (deployedWith(one, name) ?? stream) === stream
      )
    );
  }
}

function idsOf(record: InstanceRecord): Set<number> {
  return record.is_deployed ? streamIdsOf(record) : boundStreamIds(record.bindings);
}

/** The stream that a deployed instance has for a name in its rules. */
function deployedWith({ is_deployed, named_streams = {} }: InstanceRecord, name: string): number | undefined {
  return is_deployed && Object.hasOwn(named_streams, name) ? named_streams[name] : undefined;
}

/** The template, or the version of it, that an instance is deployed with, or would be. */
export function contentAs(
  { templates, templateVersions }: Mirrors,
  { template_id, template_version, is_deployed }: DeployedAs,
): TemplateRecord | TemplateVersionRecord | undefined {
  const current = templates.get(template_id);
  if (current === undefined || !is_deployed || template_version === null) return current;
  if (template_version === current.version) return current;
  return templateVersions.get(versionName(template_id, template_version)) ?? current;
}

function namesIn(content: TemplateContent): ReadonlySet<string> {
  return possibleStreamNames(content);
}

function follow<Id extends number | string, T>(
  mirror: Mirror<Id, T>,
  groups: Pick<Groups<string, T>, "change">,
): void {
  for (const record of mirror.list()) groups.change(undefined, record);
  mirror.onChange(groups.change);
}
