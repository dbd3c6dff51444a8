import { StateGlyph } from "../../parts/glyph.tsx";
import { useConsole } from "../../shell/console.ts";
import type { Watched } from "./use_watched.ts";

/** While nothing is watched yet: what is to be done first, and where. */
export function FirstSteps({ watched: { templates, deployed } }: { watched: Watched }) {
  const { live, session } = useConsole();
  const source = live.source.value?.state;
  const steps = [
    {
      ...{ title: "Connect the data source", href: "/settings", isDone: source !== "none" },
      text: "Then let Andon discover its assets and streams.",
      may: session.may("POST /api/configuration"),
    },
    {
      ...{ title: "Write a rule", href: "/rules", isDone: templates > 0 },
      text: "As a template: once for all machines of a kind. A backtest shows what it would have raised.",
      may: session.may("POST /api/templates"),
    },
    {
      ...{ title: "Make an instance and deploy it", href: "/instances/new", isDone: deployed > 0 },
      text: "It ties the rule to the streams of one machine. What comes true stands on the wall.",
      may: session.may("POST /api/instances"),
    },
  ];
  if (deployed > 0 && source !== "none") return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section class="panel overview-steps" aria-label="First steps">
      <h2>Nothing is watched yet</h2>
      <ol>
        {steps.map(({ title, text, href, isDone, may }) => (
          <li key={href} class={isDone ? "done" : ""}>
            <StateGlyph state={isDone ? "normal" : "unknown"} label={isDone ? "Done:" : "To do:"} />
            <div>
              <strong>{title}</strong>
              <p class="muted">{text}</p>
            </div>
            {may && !isDone && (
              <a class={next?.href === href ? "button primary" : "button"} href={href}>{title}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
