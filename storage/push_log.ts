import type { Entry, FrameDraft, Key, StorePort } from "../domain/shared/commit.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import type { StoredFrames } from "./writes/frames.ts";

/** A commit in the push log; null when its frames were too large. */
export interface LoggedFrames {
  versionstamp: string;
  frames: FrameDraft[] | null;
}

/** The frames of a commit take at most 240 KiB, so a page of commits takes at most 12 MiB. */
const PAGE = 50;

/** The frames of the last commits, so that a browser that reconnects receives what it missed. */
export class PushLog {
  constructor(private readonly store: StorePort) {}

  /** The newest commits with at least `frames` frames in all, in the order of commits. */
  async newest(frames: number): Promise<LoggedFrames[]> {
    const found: LoggedFrames[] = [];
    let count = 0;
    let end: Key | undefined;
    while (count < frames) {
      const page = await this.store.list<StoredFrames>({ prefix, end, limit: PAGE, reverse: true });
      for (const entry of page) {
        const logged = await this.#logged(entry);
        found.push(logged);
        count += logged.frames?.length ?? 1;
        if (count >= frames) break;
      }
      if (page.length < PAGE) break;
      end = page[page.length - 1]!.key;
    }
    return found.reverse();
  }

  /** Deletes some commits before a versionstamp, oldest first; returns whether there may be more. */
  async pruneStep(before: string): Promise<boolean> {
    const page = await this.store.list<StoredFrames>({ prefix, end: keys.push(before), limit: PAGE });
    if (page.length === 0) return false;
    const expired = page.flatMap((entry) => [entry.key, ...moreOf(entry)]);
    await this.store.commit({ mutations: expired.map((key) => ({ type: "delete", key })) }, MAIN_LANE);
    return page.length === PAGE;
  }

  async #logged(entry: Entry<StoredFrames>): Promise<LoggedFrames> {
    const { key, value } = entry, versionstamp = String(key[1]), moreKeys = moreOf(entry);
    if (!("frames" in value)) return { versionstamp, frames: null };
    if (moreKeys.length === 0) return { versionstamp, frames: value.frames };
    const more = await this.store.getMany<{ v: 1; frames: FrameDraft[] }>(moreKeys);
    // Pruned meanwhile, so the frames are lost.
    if (more.includes(undefined)) return { versionstamp, frames: null };
    return { versionstamp, frames: [...value.frames, ...more.flatMap((part) => part?.value.frames ?? [])] };
  }
}

/** The keys of a commit's further frames. */
function moreOf({ key, value }: Entry<StoredFrames>): Key[] {
  const count = "frames" in value ? value.more ?? 0 : 0;
  return Array.from({ length: count }, (_, i) => keys.morePushed(i, String(key[1])));
}

const prefix = keys.push("").slice(0, 1);
