import { signal } from "@preact/signals";
import { type Api, unwrap } from "../api/client.ts";

/** The names that people see in place of user names. */
export interface People {
  /** The display name of a user, or the user name; "API key Reporting" for a key. "" for null. */
  nameOf(who: string | null): string;
  /** The user names that have a display name. */
  usernames(): readonly string[];
  /** The user with this display name, whatever its case; else the text itself, which may be a user name. */
  usernameOf(text: string): Promise<string>;
  /** Reads the names again, after one has changed. */
  refresh(): Promise<void>;
}

/** Reads the display names once, when a page first shows a name. */
export function createPeople(api: Api): People {
  const names = signal<ReadonlyMap<string, string>>(new Map());
  let reading: Promise<void> | undefined;
  const ask = () => reading ??= Promise.resolve().then(read);

  async function read(): Promise<void> {
    try {
      const { data } = await unwrap(api.GET("/api/people"));
      names.value = new Map(data.map(({ username, display_name }) => [username, display_name]));
    } catch {
      // User names are shown until a later page asks again.
      reading = undefined;
    }
  }

  return {
    refresh: () => reading = read(),
    usernames() {
      ask();
      return [...names.value.keys()];
    },
    async usernameOf(text) {
      await ask();
      const searched = text.toLowerCase();
      return [...names.value].find(([, name]) => name.toLowerCase() === searched)?.[0] ?? text;
    },
    nameOf(who) {
      ask();
      return who === null ? "" : names.value.get(who) ?? plainName(who);
    },
  };
}

/** The name of who is no user: a key, or nobody known. */
export function plainName(who: string): string {
  if (who === "(unknown)") return "Unknown";
  if (who.startsWith("screen:")) return `Screen ${who.slice(7)}`;
  return who.startsWith("key:") ? `API key ${who.slice(4)}` : who;
}
