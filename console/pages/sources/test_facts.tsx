import type { Schemas } from "../../api/client.ts";
import { Fact } from "../../parts/facts.tsx";
import { numberText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";

/** What a source says of itself. */
export function TestFacts({ test: { latency_ms, facts, tested_at } }: { test: Schemas["SourceTest"] }) {
  const { time } = useConsole();
  return (
    <dl class="facts">
      <Fact name="Connection">OK, {numberText(latency_ms)} ms</Fact>
      {Object.entries(facts).map(([name, text]) => <Fact key={name} name={name}>{text}</Fact>)}
      <Fact name="Tested">{time.named(Date.parse(tested_at))}</Fact>
    </dl>
  );
}
