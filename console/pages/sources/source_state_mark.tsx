import { StateGlyph } from "../../parts/glyph.tsx";
import { type Source, stateText } from "./source_model.ts";

/** The state of a source, and what is wrong with it. */
export function SourceStateMark({ source }: { source: Source }) {
  const { text, isWrong, isRefused } = stateText(source);
  return (
    <span class={isRefused ? "source-state refused" : "source-state"}>
      {isWrong ? <StateGlyph state="unknown" label="Attention" /> : (
        <StateGlyph
          state={source.is_active ? "normal" : "unknown"}
          label={source.is_active ? "OK" : "Off"}
        />
      )}
      <span>
        {isWrong ? <strong>{text}</strong> : text}
        {isWrong && source.reason !== null && <span class="muted source-reason">{source.reason}</span>}
      </span>
    </span>
  );
}
