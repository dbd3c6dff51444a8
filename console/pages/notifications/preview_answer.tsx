import type { Schemas } from "../../api/client.ts";
import { useConsole } from "../../shell/console.ts";
import { listText, minutesText } from "./policy_sentence.ts";

export type Preview = Schemas["NotificationPolicyPreview"];

type Message = Preview["messages"][number];
type Passed = Preview["passed"][number];

/** What happens at one time: messages of one step, or a step that reaches nobody. */
interface TimelineEntry {
  key: string;
  seconds: number;
  at: string;
  messages: readonly Message[];
  passed?: Passed;
}

/** Who would be told, in the order of the times. `numberOf`: the number of a step that people know. */
export function PreviewAnswer(
  { preview, numberOf = (step) => step + 1 }: { preview: Preview; numberOf?(step: number): number },
) {
  const { time, people } = useConsole();
  return (
    <div role="status">
      <p>If nobody answers, by {listText(preview.policies.map(({ name }) => `“${name}”`))}:</p>
      <ol class="policy-timeline">
        {timelineOf(preview).map(({ key, at, seconds, messages, passed }) => (
          <li key={key}>
            <span class="policy-when" title={time.full(Date.parse(at))}>{delayText(seconds)}</span>
            {passed === undefined
              ? (
                <span>
                  {messages[0]!.is_fallback && "Nobody else is reached: "}
                  {messages.map(({ to }) => wayText(to, people.nameOf)).join(", ")}
                  <span class="muted">{REASONS[messages[0]!.reason]}</span>
                </span>
              )
              : (
                <span>
                  Step {numberOf(passed.step)} is passed at once: {passed.because.join("; ")}
                </span>
              )}
          </li>
        ))}
      </ol>
      {preview.messages.length === 0 && !preview.is_untold && <p>Nobody is told.</p>}
      {preview.is_untold && (
        <p class="policy-untold">Nobody can be told: no fallback contact point is set up.</p>
      )}
      {preview.is_cut && <p class="muted">It goes on after that.</p>}
    </div>
  );
}

/** The messages of one time and step are one line. */
function timelineOf({ messages, passed }: Preview): TimelineEntry[] {
  const groups = Map.groupBy(messages, ({ at, step, reason }) => `${at} ${step} ${reason}`);
  const entries = [...groups].map(([key, messages]): TimelineEntry => {
    const { at, after_seconds } = messages[0]!;
    return { key, at, seconds: after_seconds, messages };
  });
  const skipped = passed.map((one): TimelineEntry => {
    const { at, after_seconds, policy_id, step, round } = one;
    return {
      key: `${policy_id} ${step} ${round} passed`,
      at,
      seconds: after_seconds,
      messages: [],
      passed: one,
    };
  });
  return [...skipped, ...entries].toSorted((a, b) => a.seconds - b.seconds);
}

const REASONS = { opened: "", escalated: " (next step)", repeated: " (repeated)", digest: " (in a digest)" };

function delayText(seconds: number): string {
  if (seconds === 0) return "At once";
  return seconds < 60 ? `After ${seconds} s` : `After ${minutesText(Math.round(seconds / 60))}`;
}

function wayText({ username, contact_point }: Message["to"], nameOf: (username: string) => string): string {
  const point = contact_point ?? "a deleted contact point";
  return username === null ? point : `${nameOf(username)} by ${point}`;
}
