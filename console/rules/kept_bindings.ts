export type Mappings = Readonly<Record<string, string>>;

/** What a template's placeholders were last tried with, for as long as the tab. */
export interface KeptBindings {
  read(key: string): Mappings;
  keep(key: string, mappings: Mappings): void;
}

const PREFIX = "andon backtest 1 ";

export function keptBindings(storage: Pick<Storage, "getItem" | "setItem">): KeptBindings {
  return {
    read: (key) => mappingsIn(storage.getItem(PREFIX + key) ?? "{}"),
    keep(key, mappings) {
      try {
        storage.setItem(PREFIX + key, JSON.stringify(mappings));
      } catch {
        // A full storage keeps nothing: they are chosen anew.
      }
    },
  };
}

/** Written by this console alone. */
function mappingsIn(text: string): Mappings {
  try {
    return JSON.parse(text) as Mappings;
  } catch {
    return {};
  }
}
