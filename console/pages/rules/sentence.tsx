/** A sentence with its placeholders and missing parts highlighted. */
export function Sentence({ text }: { text: string }) {
  return (
    <p class="rules-sentence">
      {text.split(/(<[A-Z][A-Z0-9_]{0,63}>|…)/).map((part, index) => {
        if (part === "…") return <span key={index} class="rules-missing">…</span>;
        return index % 2 === 0 ? part : <b key={index}>{part.slice(1, -1)}</b>;
      })}
    </p>
  );
}
