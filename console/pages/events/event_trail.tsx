import type { RuleEvent } from "../../api/client.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import { useKeys } from "../../shell/use_keys.ts";

/** The plant nodes from the root to where the event was raised, each with a link. */
export function PlaceTrail({ floc }: { floc: string }) {
  const places = usePlant().state.value.value?.places;
  const ids = places?.get(floc)?.ids ?? [floc];
  return (
    <nav aria-label="Location">
      <ol class="row wrap event-trail">
        {ids.map((id) => (
          <li key={id}>
            <a href={`/plant?node=${encodeURIComponent(id)}`}>{places?.get(id)?.node.name ?? id}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Copies the address of the event's page. */
export function CopyLink({ event: { id } }: { event: RuleEvent }) {
  const { toasts } = useConsole();
  const address = `${location.origin}/events/${id}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      toasts.done("The link is copied");
    } catch {
      toasts.problem(`The browser does not allow copying. The link is ${address}`);
    }
  }

  useKeys([{ keys: "l", label: "Copy link", group: "Event", run: copy }]);
  return (
    <button type="button" onClick={copy}>
      Copy link <kbd aria-hidden="true">l</kbd>
    </button>
  );
}
