import { possibleStreamNames, settledBindings, withNamedStreams } from "../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { StreamLookup } from "../../domain/rule/bind_placeholders.ts";
import type { Entry, Key, Mutation } from "../../domain/shared/commit.ts";
import type { TemplateContent } from "../../domain/template/types.ts";
import { preferred } from "../asset_commits.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { KvStore } from "../store/store.ts";
import { inCommits } from "../writes/atomic_budget.ts";
import { saveInstance } from "../writes/instance.ts";

const READ_AT_ONCE = 500;

type Store = Pick<KvStore, "list" | "commit">;

/**
 * Instances that are bound to streams by their names are bound by their ids, and deployed ones keep the streams that their
 * rules name. A name that no stream has stays.
 */
export async function bindById(store: Store): Promise<void> {
  const streams = await readNames(store);
  const contentOf = await readContents(store);
  for await (const instances of pages(store)) {
    const changed = instances.flatMap((before): Mutation[] => {
      const after = boundById(before, { streams, content: contentOf(before) });
      return after === before ? [] : [saveInstance(after)];
    });
    for (const commit of inCommits(changed)) await store.commit(commit, MAIN_LANE);
  }
}

function boundById(
  before: InstanceRecord,
  { streams, content }: { streams: Pick<StreamLookup, "byName">; content: TemplateContent | undefined },
): InstanceRecord {
  const bindings = settledBindings(before.bindings, streams);
  const isNaming = before.is_deployed && before.named_streams === undefined && content !== undefined;
  const names = isNaming ? [...possibleStreamNames(content)] : [];
  const named = names.flatMap((name): [string, number][] => {
    const stream = streams.byName(name);
    return stream === undefined ? [] : [[name, stream.id]];
  });
  if (bindings === before.bindings && named.length === 0) return before;
  return withNamedStreams({ ...before, bindings }, new Map(named));
}

/** All streams by their names, found as a deployment finds them. */
async function readNames(store: Store): Promise<Pick<StreamLookup, "byName">> {
  const entries = await store.list({ prefix: keys.stream(0).slice(0, 1) });
  const streams = entries.map(({ value }) => kinds.stream.read(value));
  const byName = Map.groupBy(streams, ({ stream_name }) => stream_name);
  return { byName: (name) => preferred(byName.get(name) ?? []) };
}

/** The template, or the version of it, with which an instance is deployed. */
async function readContents(
  store: Store,
): Promise<(instance: InstanceRecord) => TemplateContent | undefined> {
  const templates = await store.list({ prefix: keys.template(0).slice(0, 1) });
  const versions = await store.list({ prefix: keys.templateVersion(0, 0).slice(0, 1) });
  const contents = new Map<string, TemplateContent>();
  for (const { value } of versions) {
    const version = kinds.templateVersion.read(value);
    contents.set(`${version.template_id}/${version.version}`, version);
  }
  for (const { value } of templates) {
    const template = kinds.template.read(value);
    contents.set(`${template.id}/${template.version}`, template);
    contents.set(`${template.id}`, template);
  }
  return ({ template_id: id, template_version: version }) =>
    contents.get(`${id}/${version}`) ?? contents.get(`${id}`);
}

async function* pages(store: Store): AsyncGenerator<InstanceRecord[]> {
  const prefix = keys.instance(0).slice(0, 1);
  for (let start: Key | undefined = [...prefix, 0]; start !== undefined;) {
    const entries: Entry[] = await store.list({ prefix, start, limit: READ_AT_ONCE + 1 });
    yield entries.slice(0, READ_AT_ONCE).map(({ value }) => kinds.instance.read(value));
    start = entries.at(READ_AT_ONCE)?.key;
  }
}
