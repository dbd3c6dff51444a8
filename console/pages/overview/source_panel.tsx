import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { RuleEvent } from "../../api/client.ts";
import type { ResourceHandle } from "../../live/use_resource.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { StateGlyph } from "../../parts/glyph.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { sourceText } from "../../shell/source_text.ts";
import type { Watched } from "./use_watched.ts";
import { Panel } from "../../parts/panel.tsx";

interface SourceProps {
  active: readonly RuleEvent[];
  watched: ResourceHandle<Watched>;
  /** False: the instances and the active events are those of "my areas". */
  isWholePlant: boolean;
}

/** The state of the data source, the evaluation lag and the coverage of the plant. */
export function SourcePanel({ active, watched, isWholePlant }: SourceProps) {
  const { live, session } = useConsole();
  const nowMs = useNow();
  const source = useComputed(() => sourceText(live.source.value, nowMs.value));
  const lag = useComputed(() => {
    const watermark = live.source.value?.watermark ?? null;
    return watermark === null ? "—" : `${durationText(nowMs.value - Date.parse(watermark))} ago`;
  });
  const isDown = live.source.value !== null && live.source.value.state !== "connected";
  const withoutData = active.filter(({ data_state }) => data_state === "unknown").length;
  return (
    <Panel title="Source and coverage">
      <dl class="facts">
        <StatusRow name="Data source" isWrong={source.value.isWrong} isRefused={source.value.isRefused}>
          {source.value.text}
        </StatusRow>
        {source.value.isRefused && session.may("PUT /api/sources/:id") && (
          <StatusRow name="What to do">
            <a href="/settings">Check the data sources</a>
          </StatusRow>
        )}
        <StatusRow name="Evaluated until">{lag}</StatusRow>
        <Loaded resource={watched}>
          {({ own: { instances, deployed }, streams, bad }) => (
            <>
              <StatusRow name="Instances" isWrong={isDown && deployed > 0}>
                {numberText(isDown ? 0 : deployed)} of {numberText(deployed)}{" "}
                running{instances > deployed && `, ${numberText(instances - deployed)} not deployed`}
              </StatusRow>
              <StatusRow name="Streams" isWrong={bad > 0}>
                {numberText(streams)} monitored{!isWholePlant && " in the whole plant"}
                {bad > 0 && `, ${numberText(bad)} with bad quality`}
              </StatusRow>
            </>
          )}
        </Loaded>
        <StatusRow name="Without data" isWrong={withoutData > 0}>
          {withoutData === 0 ? "no active event" : countText(withoutData, "active event")}
        </StatusRow>
      </dl>
    </Panel>
  );
}

interface StatusRowProps {
  name: string;
  isWrong?: boolean;
  isRefused?: boolean;
  children: ComponentChildren;
}

function StatusRow({ name, isWrong = false, isRefused = false, children }: StatusRowProps) {
  return (
    <div class={isRefused ? "wrong refused" : isWrong ? "wrong" : ""}>
      <dt>{name}</dt>
      <dd>
        {isWrong && <StateGlyph state="unknown" label="Attention" />}
        {children}
      </dd>
    </div>
  );
}
