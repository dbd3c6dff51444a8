import { StateGlyph } from "../parts/glyph.tsx";
import { type Standing, STANDING_WORDS } from "./instance_words.ts";

/** How an instance stands, in sign and word. */
export function StandingMark({ standing }: { standing: Standing }) {
  return (
    <span class={`standing ${standing}`}>
      {standing === "idle"
        ? <span class="standing-none" aria-hidden="true" />
        : <StateGlyph state={standing === "judging" ? "normal" : "unknown"} />}
      {STANDING_WORDS[standing]}
    </span>
  );
}
