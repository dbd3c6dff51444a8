import { useSignal } from "@preact/signals";
import { Check } from "lucide";
import { useEffect } from "preact/hooks";
import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { StateGlyph } from "../../parts/glyph.tsx";
import { Icon } from "../../parts/icon.tsx";
import { countText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import { ALL_STEPS } from "../../shell/preferences.ts";
import { leftSteps, shownSteps, type Step, stepsOf } from "./first_steps_model.ts";
import type { Watched } from "./use_watched.ts";

interface StepsProps {
  watched: Watched;
}

/** The first steps while nothing is monitored, in place of an empty overview. */
export function FirstStepsPanel({ watched }: StepsProps) {
  const { preferences } = useConsole();
  const steps = useSteps(watched);
  if (steps === undefined) return null;
  return (
    <Panel title="Nothing is monitored yet" label="First steps" tools={<Progress steps={steps} />}>
      {shownSteps(steps, preferences.steps.value).length === 0
        ? (
          <div>
            <button type="button" onClick={() => preferences.steps.value = ""}>Show the first steps</button>
          </div>
        )
        : <StepList steps={steps} />}
    </Panel>
  );
}

/** The steps that are left once something is monitored. With the last one they come to an end in this browser. */
export function FirstStepsButton({ watched }: StepsProps) {
  const { preferences, session } = useConsole();
  const isOpen = useSignal(false);
  const steps = useSteps(watched);
  const left = leftSteps(shownSteps(steps ?? [], preferences.steps.value), session.may).length;
  const isOver = steps !== undefined && left === 0;
  useEffect(() => {
    if (isOver) preferences.steps.value = ALL_STEPS;
  }, [isOver]);
  if (steps === undefined || isOver) return null;
  return (
    <>
      <button type="button" onClick={() => isOpen.value = true}>First steps: {left} left</button>
      {isOpen.value && (
        <Dialog title="First steps" onClose={() => isOpen.value = false} wide>
          <Progress steps={steps} />
          <StepList steps={steps} />
          <div class="buttons">
            <button type="button" onClick={() => preferences.steps.value = ALL_STEPS}>Dismiss all</button>
            <button type="button" onClick={() => isOpen.value = false}>Close</button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function useSteps(watched: Watched): Step[] | undefined {
  const { api, live, session } = useConsole();
  const seesScreens = session.may("GET /api/screens");
  const places = usePlant().state.value.value?.places;
  const read = useResource("first steps", async (signal) => {
    const params = { query: { limit: 1 } };
    const [sources, assets, fallback, screens] = await Promise.all([
      unwrap(api.GET("/api/sources", { signal })),
      unwrap(api.GET("/api/monitored-assets", { params, signal })),
      unwrap(api.GET("/api/contact-points/fallback", { signal })),
      seesScreens ? unwrap(api.GET("/api/screens", { params, signal })) : undefined,
    ]);
    return {
      sources: sources.data,
      assets: assets.pagination?.total ?? 0,
      isCalled: !fallback.data.nobody_is_called,
      screens: screens?.data.length,
    };
  }, { changes: ["source", "configuration", "asset", "contact_point", "screen"] });
  const state = live.source.value?.state;
  useEffect(() => {
    if (read.state.peek().value !== undefined) read.reload();
  }, [state]);
  const existing = read.state.value.value;
  if (existing === undefined || places === undefined) return undefined;
  return stepsOf({ ...existing, ...watched, locations: places.size });
}

function Progress({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return <span class="muted">{done} of {countText(steps.length, "step")} done</span>;
}

function StepList({ steps }: { steps: readonly Step[] }) {
  const { preferences, session } = useConsole();
  const shown = shownSteps(steps, preferences.steps.value);
  const next = leftSteps(shown, session.may)[0]?.id;
  const hidden = steps.length - shown.length;
  return (
    <div class="overview-steps">
      <ol>
        {shown.map(({ id, title, text, href, needs, isDone }) => (
          <li key={id} class={isDone ? "done" : ""}>
            {isDone
              ? (
                <span role="img" aria-label="Done:">
                  <Icon node={Check} />
                </span>
              )
              : <StateGlyph state="unknown" label="To do:" />}
            <div>
              <strong>{title}</strong>
              <p class="muted">{text}</p>
            </div>
            {!isDone && session.may(needs) && (
              <div class="row wrap">
                <button
                  type="button"
                  class="link quiet"
                  aria-label={`Dismiss: ${title}`}
                  onClick={() =>
                    preferences.steps.value = [preferences.steps.value, id].filter(Boolean).join()}
                >
                  Dismiss
                </button>
                <a class={next === id ? "button primary" : "button"} href={href}>{title}</a>
              </div>
            )}
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <p class="muted">
          {countText(hidden, "step")} dismissed.{" "}
          <button type="button" class="link" onClick={() => preferences.steps.value = ""}>Show all</button>
        </p>
      )}
    </div>
  );
}
