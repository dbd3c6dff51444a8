import { useLocation } from "preact-iso";
import { countText } from "../../parts/numbers.ts";
import type { TrendAxes } from "../../parts/trend/types.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Page } from "../../shell/page.tsx";
import { useSpanChoice } from "../../streams/span_choice.ts";
import { SpanTools } from "../../streams/span_tools.tsx";
import { useStreams } from "../../streams/use_streams.ts";
import { AddStreams } from "./add_streams.tsx";
import { exploreAddress, type ExploreChoice, exploreChoice } from "./explore_address.ts";
import { ExploreChart } from "./explore_chart.tsx";

/** Several streams on one chart. The address holds the choice, so that it can be sent as a link. */
export default function ExplorePage() {
  const { query, route } = useLocation();
  const choice = exploreChoice(query);
  const span = useSpanChoice();
  const streams = useStreams();
  const go = (next: ExploreChoice) => route(exploreAddress(next, query), true);
  const count = choice.streams.length;
  return (
    <Page
      title="Explore"
      subtitle={count > 0 && countText(count, "stream")}
      tools={count > 0 && <a class="button" href="/explore">Clear</a>}
    >
      <Loaded resource={streams} what="Loading streams">
        {(index) => (
          <div class="explore-columns">
            <section class="panel" aria-label="Trends">
              <div class="row wrap trend-tools">
                <h2>Trends</h2>
                <SpanTools choice={span} />
                <Options choice={choice} go={go} />
              </div>
              {count === 0
                ? (
                  <Empty title="No streams chosen">
                    <p>Add streams by search or by asset. The address of the page keeps the choice.</p>
                  </Empty>
                )
                : <ExploreChart choice={choice} span={span} go={go} />}
            </section>
            <AddStreams index={index} choice={choice} go={go} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const AXES: readonly { axes: TrendAxes; label: string; hint: string }[] = [
  { axes: "auto", label: "Auto", hint: "Lanes where units differ, or where a curve would be flat" },
  { axes: "shared", label: "One scale", hint: "All curves on one scale" },
  { axes: "lanes", label: "Lanes", hint: "A lane with its own scale for each stream" },
];

function Options({ choice, go }: { choice: ExploreChoice; go(choice: ExploreChoice): void }) {
  const check = (label: string, checked: boolean, change: Partial<ExploreChoice>) => (
    <label class="explore-option">
      <input type="checkbox" checked={checked} onChange={() => go({ ...choice, ...change })} />
      {label}
    </label>
  );
  return (
    <div class="wrap explore-options" role="group" aria-label="Options">
      <div class="segments" role="group" aria-label="Scales">
        {AXES.map(({ axes, label, hint }) => (
          <button
            key={axes}
            type="button"
            title={hint}
            aria-pressed={choice.axes === axes}
            onClick={() => go({ ...choice, axes })}
          >
            {label}
          </button>
        ))}
      </div>
      {check("Day before", choice.isCompared, { isCompared: !choice.isCompared })}
      {check("Events", choice.hasEvents, { hasEvents: !choice.hasEvents })}
    </div>
  );
}
