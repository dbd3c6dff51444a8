import { signal } from "@preact/signals";
import { type Api, unwrap } from "../api/client.ts";

/** The names that people see in place of user names. */
export interface People {
  /** The display name of a user, or the user name; "API key Reporting" for a key. "" for null. */
  nameOf(who: string | null): string;
  /** Reads the names again, after one has changed. */
  refresh(): Promise<void>;
}

/** Reads the display names once, when a page first shows a name. */
export function createPeople(api: Api): People {
  const names = signal<ReadonlyMap<string, string>>(new Map());
  let isAsked = false;

  async function refresh(): Promise<void> {
    isAsked = true;
    try {
      const { data } = await unwrap(api.GET("/api/people"));
      names.value = new Map(data.map(({ username, display_name }) => [username, display_name]));
    } catch {
      // User names are shown until a later page asks again.
      isAsked = false;
    }
  }

  return {
    refresh,
    nameOf(who) {
      if (!isAsked) queueMicrotask(() => isAsked || refresh());
      return who === null ? "" : names.value.get(who) ?? plainName(who);
    },
  };
}

/** The name of who is no user: a key, or nobody known. */
export function plainName(who: string): string {
  if (who === "(unknown)") return "Unknown";
  return who.startsWith("key:") ? `API key ${who.slice(4)}` : who;
}
