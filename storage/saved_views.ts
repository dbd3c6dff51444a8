import type { Actor } from "../domain/access/types.ts";
import {
  MOST_VIEWS,
  type SavedViewChange,
  type SavedViewDraft,
  type SavedViewRecord,
} from "../domain/saved_view/types.ts";
import type { Check, Commit, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { freshId, type NounContext, traces, unchanged, write } from "./write.ts";
import { notFound } from "./noun_refusals.ts";
import { invalid } from "../domain/shared/refusal.ts";

/**
 * Links to pages with their filters, read from memory. Changes of shared ones are audited. VALIDATION_FAILED when a
 * list of views is full.
 */
export class SavedViews {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  /** The shared views and the owner's own, by ascending id. `owner`: as `ownerText` writes it. */
  visibleTo(owner: string): SavedViewRecord[] {
    return this.mirrors.savedViews.list().filter((view) => view.is_shared || view.owner === owner);
  }

  get(id: number): SavedViewRecord | undefined {
    return this.mirrors.savedViews.get(id);
  }

  create(draft: SavedViewDraft, { owner, by }: { owner: string; by: Actor }): Promise<SavedViewRecord> {
    const { context } = this;
    const nextId = freshId(context, "saved_view");
    return write(context, async () => {
      const { checks, mutations } = await this.#room({ ...draft, owner });
      const id = await nextId();
      const record: SavedViewRecord = {
        v: 1,
        id,
        ...draft,
        owner,
        created_by: by.name,
        created_at: isoFromMs(context.now()),
      };
      const set: Mutation = { type: "set", key: keys.savedView(id), value: record };
      const traced = this.#traces({ action: "created", id, by, after: record });
      return {
        result: record,
        commit: { ...traced, checks, mutations: [set, ...mutations, ...traced.mutations] },
      };
    });
  }

  update(id: number, change: SavedViewChange, by: Actor): Promise<SavedViewRecord> {
    return write(this.context, async () => {
      const { entry, record: before } = await this.#read(id);
      const after: SavedViewRecord = { ...before, ...change };
      const { checks, mutations } = before.is_shared === after.is_shared
        ? { checks: [], mutations: [] }
        : await this.#room(after);
      checks.push(unchanged(keys.savedView(id), entry));
      const set: Mutation = { type: "set", key: keys.savedView(id), value: after };
      const traced = this.#traces({ action: "updated", id, by, before, after });
      return {
        result: after,
        commit: { ...traced, checks, mutations: [set, ...mutations, ...traced.mutations] },
      };
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    return write(this.context, async () => {
      const { entry, record: before } = await this.#read(id);
      const removal: Mutation = { type: "delete", key: keys.savedView(id) };
      const traced = this.#traces({ action: "deleted", id, by, before });
      const checks = [unchanged(keys.savedView(id), entry)];
      return { result: undefined, commit: { ...traced, checks, mutations: [removal, ...traced.mutations] } };
    });
  }

  /** Refuses one view too many. Each new view rewrites the mark of its list, so that two at once are counted. */
  async #room(
    view: Pick<SavedViewRecord, "is_shared" | "owner">,
  ): Promise<{ checks: Check[]; mutations: Mutation[] }> {
    const { store } = this.context;
    const mark = keys.savedViewsOf(view.is_shared ? "shared" : view.owner);
    // The mark first: a view that is made after the list is read changes it.
    const entry = await store.get(mark);
    const views = await store.list({ prefix: ["saved_view"] });
    const alike = views.map(({ value }) => kinds.savedView.read(value)).filter((other) =>
      other.is_shared === view.is_shared && (view.is_shared || other.owner === view.owner)
    );
    const most = view.is_shared ? MOST_VIEWS.shared : MOST_VIEWS.own;
    if (alike.length >= most) {
      const whose = view.is_shared ? `There are ${most} shared views` : `You have ${most} views of your own`;
      throw invalid(view.is_shared ? "is_shared" : "name", `${whose} already; delete one first`);
    }
    return { checks: [unchanged(mark, entry)], mutations: [{ type: "sum", key: mark, value: 0 }] };
  }

  /** Of views that are or were shared; a person's own ones are nobody else's matter. */
  #traces(change: {
    action: string;
    id: number;
    by: Actor;
    before?: SavedViewRecord;
    after?: SavedViewRecord;
  }): Required<Pick<Commit, "mutations" | "frames">> {
    const isShared = change.before?.is_shared === true || change.after?.is_shared === true;
    return isShared ? traces(this.context, { ...change, type: "saved_view" }) : { mutations: [], frames: [] };
  }

  async #read(id: number) {
    const entry = await this.context.store.get(keys.savedView(id));
    if (entry === undefined) throw notFound("saved view", id);
    return { entry, record: kinds.savedView.read(entry.value) };
  }
}
