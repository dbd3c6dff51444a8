import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type RuleEvent, told } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { durationText } from "../../parts/plant_time.ts";
import { StateGlyph } from "../../parts/glyph.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { sourceText } from "../../shell/source_text.ts";

/** Whether the plant can be judged at all: the source, how far behind, how much of it is watched. */
export function SourcePanel({ active }: { active: readonly RuleEvent[] }) {
  const { api, live } = useConsole();
  const nowMs = useNow();
  const source = useComputed(() => sourceText(live.source.value, nowMs.value));
  const lag = useComputed(() => {
    const watermark = live.source.value?.watermark ?? null;
    return watermark === null ? "—" : durationText(nowMs.value - Date.parse(watermark));
  });
  const coverage = useResource("coverage", async (signal) => {
    const [instances, streams] = await Promise.all([
      told(api.GET("/api/instances", { signal })),
      told(api.GET("/api/streams/active", { signal })),
    ]);
    const deployed = instances.data.filter(({ is_deployed }) => is_deployed);
    return {
      ...{ instances: instances.data.length, deployed: deployed.length, streams: streams.data.length },
      judging: deployed.filter(({ judging }) => judging).length,
      bad: streams.data.filter(({ quality }) => quality === "bad").length,
    };
  }, { changes: ["instance", "template", "configuration"] });
  const blind = active.filter(({ data_state }) => data_state === "unknown").length;
  return (
    <section class="panel" aria-label="Source and coverage">
      <div class="panel-head">
        <h2>Source and coverage</h2>
      </div>
      <dl class="facts">
        <Line name="Data source" isWrong={source.value.isWrong}>{source.value.text}</Line>
        <Line name="Judged until">{lag} ago</Line>
        <Loaded resource={coverage}>
          {({ instances, deployed, judging, streams, bad }) => (
            <>
              <Line name="Instances" isWrong={judging < deployed}>
                {judging} of {deployed}{" "}
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
