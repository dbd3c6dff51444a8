import type { SourceKind } from "./source_model.ts";

/** The kinds of source, by what somebody has. */
export function KindList({ kinds }: { kinds: readonly SourceKind[] }) {
  return (
    <section class="stack" aria-labelledby="source-kinds">
      <h2 id="source-kinds">What do you have?</h2>
      <ul class="source-kinds">
        {kinds.map(({ kind, label, about, is_available }) => (
          <li key={kind}>
            {is_available
              ? (
                <a class="panel" href={`/settings/sources/new?kind=${kind}`}>
                  <strong>{label}</strong>
                  <span class="muted">{about}</span>
                </a>
              )
              : (
                <div class="panel unavailable">
                  <strong>{label}</strong>
                  <span class="muted">{about}</span>
                  <span>
                    Not here: it stores what arrives on the disk of its machine, and this Andon has its store
                    on a server.
                  </span>
                </div>
              )}
          </li>
        ))}
      </ul>
      <p class="muted">
        Nothing of these? <code>deno task dev</code> starts Andon with a simulated dairy.
      </p>
    </section>
  );
}
