import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import type { Schemas } from "../../api/client.ts";
import type { DataType } from "../../../domain/sample/types.ts";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";

export type KnownStream = Schemas["Stream"];

/** A placeholder that is wanted somewhere: it is declared in a dialog, then put there. */
export interface Wanted {
  type: DataType | undefined;
  use(name: string): void;
}

/** What the parts of the template editor share. */
export interface Editor {
  form: FormHandle<TemplateDraft>;
  /** Identifiers of rules that are stored: these stay when a rule is renamed. */
  storedRules: ReadonlySet<string>;
  want(wanted: Wanted): void;
  /** Every stream, once it was asked for. */
  streams: ReadonlySignal<readonly KnownStream[]>;
  needStreams(): void;
}

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === undefined) throw new TypeError("A part of the template editor stands outside of it");
  return editor;
}
