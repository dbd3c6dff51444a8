import type { FrameDraft, Key } from "../domain/shared/commit.ts";
import type { LoggedFrames, PushLog } from "./contract.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import type { KvStore } from "./store/store.ts";

/** What stands under a push key; `resync`: the frames were more than one value takes. */
type StoredFrames = { v: 1; frames: FrameDraft[] } | { v: 1; resync: true };

/** A value may take 60 KiB: a page of so many is at most 3 MiB. */
const PAGE = 50;

/** The frames of the last commits, so that a browser that was away can be told what it missed. */
export class PushLogStore implements PushLog {
  constructor(private readonly store: KvStore) {}

  async newest(frames: number): Promise<LoggedFrames[]> {
    const found: LoggedFrames[] = [];
    let count = 0;
    let end: Key | undefined;
    while (count < frames) {
      const page = await this.store.list<StoredFrames>({ prefix, end, limit: PAGE, reverse: true });
      for (const { key, value } of page) {
        const logged = { versionstamp: String(key[1]), frames: "frames" in value ? value.frames : null };
        found.push(logged);
        count += logged.frames?.length ?? 1;
        if (count >= frames) break;
      }
      if (page.length < PAGE) break;
      end = page[page.length - 1].key;
    }
    return found.reverse();
  }

  async pruneStep(before: string): Promise<boolean> {
    const page = await this.store.list({ prefix, end: keys.push(before), limit: PAGE });
    if (page.length === 0) return false;
    await this.store.commit({ mutations: page.map(({ key }) => ({ type: "delete", key })) }, MAIN_LANE);
    return page.length === PAGE;
  }
}

const prefix = keys.push("").slice(0, 1);
