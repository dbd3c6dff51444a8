import type { Schemas } from "../../api/client.ts";
import { numberText } from "../../parts/numbers.ts";

export type ContactPointTest = Schemas["ContactPointTest"];

/** What the receiver said to a test, in its own words. */
export function TestResult({ test }: { test: ContactPointTest }) {
  const { passed, outcome, status, words, latency_ms } = test;
  const state = passed ? "Passed" : outcome === "retry" ? "Failed; a message would be tried again" : "Failed";
  const answered = status === null ? "no answer" : `status ${status}`;
  return (
    <div class={passed ? "contact-point-result" : "contact-point-result failed"}>
      <p>
        <strong>{state}</strong> ({answered}, {numberText(Math.round(latency_ms))} ms)
      </p>
      {words !== "" && <pre class="contact-point-words">{words}</pre>}
      {passed && (
        <p class="muted">Check that the message has arrived: a service may take it and not deliver it.</p>
      )}
    </div>
  );
}
