import { BellOff } from "lucide";
import { type Schemas } from "../../api/client.ts";
import { useRead } from "../../live/use_read.ts";
import { Icon } from "../../parts/icon.tsx";

/**
 * Stands above every page until a fallback contact point has passed its test, and while its messages fail. Wall screens
 * do not have it: nobody there could do anything about it.
 */
export function NobodyIsCalled() {
  const fallback = useRead("/api/contact-points/fallback", { changes: ["contact_point"] });
  const state = fallback.state.value.value;
  if (state === undefined || !state.nobody_is_called) return null;
  const { contact_point: point } = state;
  const why = whyNot(state);
  return (
    <a
      class="nobody-is-called"
      href={`/notifications/contact-points${point === null ? "" : `?open=${point.id}`}`}
      title={why}
    >
      <Icon node={BellOff} />
      <span class="wide-only" aria-hidden="true">Nobody is called</span>
      <span class="sr-only">Nobody is called. {why}</span>
    </a>
  );
}

function whyNot({ contact_point: point, failing_since }: Schemas["FallbackState"]): string {
  if (point === null) return "There is no contact point for events that nobody else is told of.";
  return failing_since === null
    ? `The contact point ${point.name} has not passed its test.`
    : `The receiver of the contact point ${point.name} refuses messages. Mend it and send a test.`;
}
