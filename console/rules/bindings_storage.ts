export type Mappings = Readonly<Record<string, string>>;

/** The bindings of a template's last backtest, kept in the tab's session storage. */
export interface BindingsStorage {
  read(key: string): Mappings;
  keep(key: string, mappings: Mappings): void;
}

const PREFIX = "andon backtest 1 ";

export function bindingsStorage(storage: Pick<Storage, "getItem" | "setItem">): BindingsStorage {
  return {
    read: (key) => mappingsIn(storage.getItem(PREFIX + key) ?? "{}"),
    keep(key, mappings) {
      try {
        storage.setItem(PREFIX + key, JSON.stringify(mappings));
      } catch {
        // With full storage the bindings must be chosen again.
      }
    },
  };
}

/** Only this console writes it. */
function mappingsIn(text: string): Mappings {
  try {
    return JSON.parse(text) as Mappings;
  } catch {
    return {};
  }
}
