import type { Actor } from "../domain/access/types.ts";
import type {
  PlantSettings,
  PlantSettingsChange,
  PlantSettingsRecord,
} from "../domain/plant_settings/schema.ts";
import type { AnyMutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NounContext, traces, unchanged, write } from "./write.ts";

/** The one id under which the settings stand in the audit log and in push frames. */
const ID = 1;
const [UNACKNOWLEDGED] = keys.eventUnacknowledged(0, 0);

/** What the plant has set for everybody: one record, which the first start of a store writes. */
export class PlantSettingsStore {
  private constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  /** Keeps unacknowledged events from the first start on, in a store of any age. */
  static async open(context: NounContext, mirrors: Mirrors): Promise<PlantSettingsStore> {
    const { store } = context;
    const settings = new PlantSettingsStore(context, mirrors);
    const key = keys.plantSettings();
    if (mirrors.plantSettings.size === 0) {
      const keep_unacknowledged_since = isoFromMs(context.now());
      const value: PlantSettingsRecord = {
        v: 1,
        keep_unacknowledged: true,
        keep_unacknowledged_since,
        notification_mail_domains: [],
        working_hours: [],
        holidays: [],
      };
      await store.commit({
        checks: [unchanged(key, undefined)],
        mutations: [{ type: "set", key, value }],
      }, MAIN_LANE);
    }
    store.leaveOut((mutation) => settings.#isIgnored(mutation));
    return settings;
  }

  get(): PlantSettings {
    const { v: _, ...settings } = this.mirrors.plantSettings.list()[0]!;
    return settings;
  }

  save(change: PlantSettingsChange, by: Actor): Promise<PlantSettings> {
    const { context } = this;
    return write(context, async () => {
      const key = keys.plantSettings();
      const entry = await context.store.get(key);
      const { v: _, ...before } = kinds.plantSettings.read(entry?.value);
      const after = changed(before, { ...change, at: isoFromMs(context.now()) });
      const isUnchanged = after.keep_unacknowledged === before.keep_unacknowledged;
      if (isUnchanged && isSame(before, after)) return { result: before };
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "plant_settings",
        id: ID,
        by,
        before,
        after,
      });
      const value: PlantSettingsRecord = { v: 1, ...after };
      mutations.push({ type: "set", key, value });
      if (!isUnchanged) mutations.push({ type: "delete", key: keys.leftUnacknowledged() });
      return { result: after, commit: { checks: [unchanged(key, entry)], mutations, frames } };
    });
  }

  /** An entry for an event that cleared while the plant did not keep such events. */
  #isIgnored({ type, key }: AnyMutation): boolean {
    if (key[0] !== UNACKNOWLEDGED || type !== "set") return false;
    const { keep_unacknowledged_since: since } = this.get();
    return since === null || Number(key[1]) < Date.parse(since);
  }
}

function changed(before: PlantSettings, change: PlantSettingsChange & { at: string }): PlantSettings {
  const { keep_unacknowledged = before.keep_unacknowledged, at } = change;
  const since = keep_unacknowledged ? at : null;
  return {
    keep_unacknowledged,
    keep_unacknowledged_since: keep_unacknowledged === before.keep_unacknowledged
      ? before.keep_unacknowledged_since
      : since,
    notification_mail_domains: change.notification_mail_domains ?? before.notification_mail_domains,
    working_hours: change.working_hours ?? before.working_hours,
    holidays: change.holidays === undefined ? before.holidays : [...new Set(change.holidays)].sort(),
  };
}

function isSame(a: PlantSettings, b: PlantSettings): boolean {
  const parts = ({ notification_mail_domains, working_hours, holidays }: PlantSettings) =>
    JSON.stringify([notification_mail_domains, working_hours, holidays]);
  return parts(a) === parts(b);
}
