import { StateGlyph } from "../../parts/glyph.tsx";
import { useConsole } from "../../shell/console.ts";
import type { Watched } from "./use_watched.ts";

/** Setup steps, shown until a data source is connected and an instance is deployed. */
export function FirstSteps({ watched: { templates, deployed } }: { watched: Watched }) {
  const { live, session } = useConsole();
  const source = live.source.value?.state;
  const steps = [
    {
      title: "Connect the data source",
      href: "/settings",
      isDone: source !== "none",
      text: "Andon then discovers its assets and streams.",
      may: session.may("POST /api/configuration"),
    },
    {
      title: "Create a rule",
      href: "/rules",
      isDone: templates > 0,
      text: "A template holds rules for equipment of one kind. A backtest shows the events on past data.",
      may: session.may("POST /api/templates"),
    },
    {
      title: "Create an instance and deploy it",
      href: "/instances/new",
      isDone: deployed > 0,
      text: "It binds the rules to the streams of one piece of equipment. Events appear on the event wall.",
      may: session.may("POST /api/instances"),
    },
  ];
  if (deployed > 0 && source !== "none") return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section class="panel overview-steps" aria-label="First steps">
      <h2>Nothing is monitored yet</h2>
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
