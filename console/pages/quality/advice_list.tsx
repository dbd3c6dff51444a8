import type { Schemas } from "../../api/client.ts";
import { useConsole } from "../../shell/console.ts";
import { percent } from "./quality_place.ts";

/** What would make events fewer; a change begins at its template. */
export function AdviceList({ advice }: { advice: readonly Schemas["AlarmAdvice"][] }) {
  const { session } = useConsole();
  return (
    <section class="panel" aria-label="Advice">
      <div class="panel-head">
        <h2>Advice</h2>
      </div>
      {advice.length === 0 && <p class="muted">Nothing to be advised from these figures.</p>}
      <ul class="quality-advice" tabIndex={0} aria-label="What would make events fewer">
        {advice.map(({ text, template_id, expected_reduction }) => (
          <li key={text}>
            <p>{text}</p>
            {expected_reduction !== null && (
              <div class="bar" role="img" aria-label={`${percent(expected_reduction)} fewer`}>
                <span style={{ inlineSize: percent(expected_reduction).replace(" ", "") }} />
              </div>
            )}
            {template_id !== null && session.may("PUT /api/templates/:id") && (
              <a href={`/rules/${template_id}`}>Change the template</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
