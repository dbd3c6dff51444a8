import { countText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import type { ContactPoint } from "./contact_point_model.ts";

/** What became of the last messages by a contact point, and below it the receiver's words or how many wait. */
export function PointDelivery({ point: { delivery } }: { point: ContactPoint }) {
  const { time } = useConsole();
  const nowMs = useNow();
  if (delivery === null) return null;
  const { last_accepted_at, failing_since, words, queued } = delivery;
  const waiting = queued === 0 ? null : `${countText(queued, "message")} waiting`;
  if (failing_since !== null) {
    return (
      <span class="contact-point-delivery" title={words}>
        <strong>Failing since {time.named(Date.parse(failing_since))}</strong>
        <span class="muted">
          {[waiting, words].filter((text) => text !== null && text !== "").join(": ")}
        </span>
      </span>
    );
  }
  const taken = last_accepted_at === null
    ? <span class="muted">{waiting === null ? "No message yet" : "None accepted yet"}</span>
    : <span title={words}>Accepted {durationText(nowMs.value - Date.parse(last_accepted_at))} ago</span>;
  return (
    <span class="contact-point-delivery">
      {taken}
      {waiting !== null && <span class="muted">{waiting}</span>}
    </span>
  );
}
