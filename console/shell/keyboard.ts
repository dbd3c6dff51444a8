import { type ReadonlySignal, signal } from "@preact/signals";

/** A key or a sequence of two (`g w`) with its action. `mod+k` is ⌘K on a Mac and Ctrl+K elsewhere. */
export interface KeyBinding {
  keys: string;
  label: string;
  /** The group in the list of shortcuts. */
  group: string;
  run(): void;
}

export interface Keyboard {
  readonly bindings: ReadonlySignal<readonly KeyBinding[]>;
  /** Returns a function that removes the bindings. */
  add(bindings: readonly KeyBinding[]): () => void;
  /** True if a binding handled the key. */
  press(event: KeyboardEvent): boolean;
}

const SEQUENCE_MS = 1_500;

export function createKeyboard({ letters }: { letters: ReadonlySignal<boolean> }): Keyboard {
  const bindings = signal<readonly KeyBinding[]>([]);
  let prefix: { key: string; atMs: number } | undefined;
  return {
    bindings,
    add(more) {
      bindings.value = [...bindings.value, ...more];
      return () => bindings.value = bindings.value.filter((one) => !more.includes(one));
    },
    press(event) {
      const key = keyOf(event);
      if (key === undefined || !mayAct(key, { event, letters: letters.value })) return false;
      const whole = prefix !== undefined && event.timeStamp - prefix.atMs < SEQUENCE_MS
        ? `${prefix.key} ${key}`
        : key;
      prefix = undefined;
      const found = bindings.value.findLast(({ keys }) => keys === whole);
      if (found !== undefined) {
        event.preventDefault();
        found.run();
        return true;
      }
      if (bindings.value.some(({ keys }) => keys.startsWith(`${key} `))) {
        prefix = { key, atMs: event.timeStamp };
      }
      return false;
    },
  };
}

/** `a`, `A`, `?`, `Enter`, `mod+k`; undefined for keys left to the browser. */
export function keyOf(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
): string | undefined {
  if (event.altKey || ["Control", "Meta", "Shift", "Alt"].includes(event.key)) return undefined;
  return event.ctrlKey || event.metaKey ? `mod+${event.key.toLowerCase()}` : event.key;
}

function mayAct(key: string, { event, letters }: { event: KeyboardEvent; letters: boolean }): boolean {
  if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return false;
  if (key.startsWith("mod+")) return true;
  if (isField(event.target)) return false;
  return letters || key.length > 1;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox], [type=radio]), select, textarea"));
}
