import { StateGlyph } from "../parts/glyph.tsx";
import { type InstanceStatus, STATUS_TEXTS } from "./instance_text.ts";

/** The status of an instance as a glyph and a word. */
export function InstanceStatusMark({ status }: { status: InstanceStatus }) {
  return (
    <span class={`instance-status ${status}`}>
      {status === "not_deployed"
        ? <span class="instance-status-none" aria-hidden="true" />
        : <StateGlyph state={status === "running" ? "normal" : "unknown"} />}
      {STATUS_TEXTS[status]}
    </span>
  );
}
