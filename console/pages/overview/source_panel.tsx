import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { RuleEvent } from "../../api/client.ts";
import type { ResourceHandle } from "../../live/use_resource.ts";
import { durationText } from "../../parts/plant_time.ts";
import { StateGlyph } from "../../parts/glyph.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { sourceText } from "../../shell/source_text.ts";
import type { Watched } from "./use_watched.ts";

/** Whether the plant can be judged at all: the source, how far behind, how much of it is watched. */
export function SourcePanel(
  { active, watched }: { active: readonly RuleEvent[]; watched: ResourceHandle<Watched> },
) {
  const { live } = useConsole();
  const nowMs = useNow();
  const source = useComputed(() => sourceText(live.source.value, nowMs.value));
  const lag = useComputed(() => {
    const watermark = live.source.value?.watermark ?? null;
    return watermark === null ? "—" : durationText(nowMs.value - Date.parse(watermark));
  });
  const isBlind = live.source.value !== null && live.source.value.state !== "connected";
  const blind = active.filter(({ data_state }) => data_state === "unknown").length;
  return (
    <section class="panel" aria-label="Source and coverage">
      <div class="panel-head">
        <h2>Source and coverage</h2>
      </div>
      <dl class="facts">
        <Line name="Data source" isWrong={source.value.isWrong}>{source.value.text}</Line>
        <Line name="Judged until">{lag} ago</Line>
        <Loaded resource={watched}>
          {({ instances, deployed, streams, bad }) => (
            <>
              <Line name="Instances" isWrong={isBlind && deployed > 0}>
                {isBlind ? 0 : deployed} of {deployed}{" "}
                judged{instances > deployed && `, ${instances - deployed} not deployed`}
              </Line>
              <Line name="Streams" isWrong={bad > 0}>
                {streams} watched{bad > 0 && `, ${bad} bad`}
              </Line>
            </>
          )}
        </Loaded>
        <Line name="Without data" isWrong={blind > 0}>
          {blind === 0 ? "no active event" : `${blind} active events`}
        </Line>
      </dl>
    </section>
  );
}

function Line(
  { name, isWrong = false, children }: { name: string; isWrong?: boolean; children: ComponentChildren },
) {
  return (
    <div class={isWrong ? "wrong" : ""}>
      <dt>{name}</dt>
      <dd>
        {isWrong && <StateGlyph state="unknown" label="Look here" />}
        {children}
      </dd>
    </div>
  );
}
