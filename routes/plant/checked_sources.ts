import { connectorOf, DEFAULT_KIND, SOURCE_KINDS } from "../../connectors/sources.ts";
import type { Actor } from "../../domain/access/types.ts";
import { invalid, type Issue, validationRefusal } from "../../domain/shared/refusal.ts";
import { issuesOfZod } from "../../domain/shared/schema.ts";
import type { SourceChange, SourceDraft, SourceRecord } from "../../domain/source/schema.ts";
import { DEFAULT_SOURCE, DEFAULT_SOURCE_NAME, type SourceConfig } from "../../domain/source/types.ts";
import type { AppDeps } from "../pipeline/deps.ts";

const KIND_NAMES = SOURCE_KINDS.join(", ");

/** The stored sources, whose settings are checked by their kind; a change starts what it changes. */
export function checkedSources(deps: AppDeps) {
  const { sources } = deps.storage;
  const started = async (id: number) => {
    await deps.startSource(id);
    deps.discovery.configured(id);
  };
  return {
    list: () => sources.list(),
    get: (id: number) => sources.get(id),
    async create(draft: SourceDraft, by: Actor) {
      checkSecrets(draft.kind, draft.secrets);
      const checked = { ...draft, config: checkedConfig(deps, draft) };
      const isDefault = sources.default() === undefined && draft.name === DEFAULT_SOURCE_NAME &&
        draft.kind === DEFAULT_KIND;
      const created = await (isDefault ? sources.saveDefault(checked, by) : sources.create(checked, by));
      await started(created.id);
      return created;
    },
    async update(id: number, change: SourceChange, by: Actor) {
      const before = sources.get(id), kind = before?.kind, { config } = change;
      if (kind !== undefined) checkSecrets(kind, change.secrets);
      const checked = kind === undefined || config === undefined
        ? change
        : { ...change, config: checkedConfig(deps, { kind, config }) };
      const updated = await sources.update(id, checked, by);
      if (before !== undefined && before.name !== updated.name) await renamed(deps, before, by);
      await started(id);
      return updated;
    },
    async remove(id: number, by: Actor) {
      if (id === DEFAULT_SOURCE) {
        throw invalid("id", "The source of /api/configuration cannot be removed; change it or pause it");
      }
      await sources.remove(id, by);
      await deps.discovery.removed(id);
      await deps.forgetSource(id);
    },
  };
}

/** The names of its streams follow, also in the texts of events. */
async function renamed(deps: AppDeps, { id, name }: SourceRecord, by: Actor): Promise<void> {
  const { streams } = await deps.storage.assets.renameSource(id, { before: name, by });
  deps.source(id).tell({ type: "streams_changed", streams: streams.map(({ after }) => after.id) });
}

/** Settings with the defaults of their kind. VALIDATION_FAILED with all that is wrong with them. */
export function checkedConfig(
  { storesArrivals }: Pick<AppDeps, "storesArrivals">,
  { kind, config }: { kind: string; config: SourceConfig },
): SourceConfig {
  const [issue] = kindIssues(kind, { storesArrivals });
  if (issue !== undefined) throw validationRefusal([issue]);
  const parsed = connectorOf(kind).given.safeParse(config);
  if (parsed.success) return parsed.data;
  const issues = issuesOfZod(parsed.error).map(({ path, message }) => ({
    path: path === "" ? "config" : `config.${path}`,
    message,
  }));
  throw validationRefusal(issues);
}

/** A secret that Andon makes is chosen by nobody. */
function checkSecrets(kind: string, given: SourceDraft["secrets"] = {}): void {
  if (!(SOURCE_KINDS as readonly string[]).includes(kind)) return;
  const { secrets } = connectorOf(kind);
  for (const [name, secret] of Object.entries(given)) {
    if (secret === null || secrets[name]?.isMade !== true) continue;
    throw invalid(`secrets.${name}`, `Is made by POST /api/sources/{id}/secrets/${name}`);
  }
}

function kindIssues(kind: string, { storesArrivals }: Pick<AppDeps, "storesArrivals">): Issue[] {
  if (!(SOURCE_KINDS as readonly string[]).includes(kind)) {
    return [{ path: "kind", message: `There is no such kind; there are ${KIND_NAMES}` }];
  }
  if (storesArrivals || !connectorOf(kind).needsDisk) return [];
  const message = "Stores what arrives on the disk of one process; this Andon has its store on a server";
  return [{ path: "kind", message }];
}
