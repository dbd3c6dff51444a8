import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Schemas } from "../../api/client.ts";
import type { DataType } from "../../../domain/sample/types.ts";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import type { BacktestChoice } from "./backtest_choice.ts";

export type KnownStream = Schemas["Stream"];

/** A request for a new placeholder: a dialog declares it, then `use` inserts it. */
export interface PlaceholderRequest {
  type: DataType | undefined;
  /** For a number that each instance gives: the name that is proposed, and the number so far. */
  constant?: { name: string; number: number | null };
  use(name: string): void;
}

/** Shared by the components of the template editor. */
export interface Editor {
  form: FormHandle<TemplateDraft>;
  /** Identifiers of stored rules; renaming a rule does not change them. */
  storedRules: ReadonlySet<string>;
  requestPlaceholder(request: PlaceholderRequest): void;
  /** All streams, once loaded by `needStreams`. */
  streams: ReadonlySignal<readonly KnownStream[]>;
  needStreams(): void;
  /** On what the backtest evaluates the rules. */
  choice: Signal<BacktestChoice>;
  /** Whether the last finished backtest is that of the present draft; kept by the backtest panel. */
  isTested: Signal<boolean>;
  /** Repeats the backtest, or leads to what it lacks; kept by the backtest panel. */
  test: { run(): void };
}

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === undefined) throw new TypeError("useEditor needs an EditorContext");
  return editor;
}
