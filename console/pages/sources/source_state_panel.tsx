import { Fact } from "../../parts/facts.tsx";
import { numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { useNow } from "../../shell/now_context.ts";
import { type Source, stateText } from "./source_model.ts";
import { SourceStateMark } from "./source_state_mark.tsx";

const MODES = { feed: "Change feed", poll: "Polling" };

/** What is known of a source's connection and of how far it is evaluated. */
export function SourceStatePanel({ source }: { source: Source }) {
  const nowMs = useNow();
  const { mode, watermark, last_answer, followed_streams, requests_left } = source;
  const ago = (at: string | null) => at !== null && `${durationText(nowMs.value - Date.parse(at))} ago`;
  return (
    <Panel title="State">
      {stateText(source).isRefused && (
        <p class="stale" role="status">
          The source refuses the stored credentials. Check them in the settings.
        </p>
      )}
      <dl class="facts">
        <Fact name="State">
          <SourceStateMark source={source} />
        </Fact>
        <Fact name="Samples arrive by">{mode !== null && MODES[mode]}</Fact>
        <Fact name="Evaluated until">{ago(watermark)}</Fact>
        <Fact name="Last answer">{ago(last_answer)}</Fact>
        <Fact name="Streams read">{numberText(followed_streams)}</Fact>
        <Fact name="Requests left">{requests_left !== null && numberText(Math.floor(requests_left))}</Fact>
      </dl>
    </Panel>
  );
}
