import { areasAt, type Outside, outsideText, useAreas } from "./areas.ts";
import { usePlant } from "./shared_resources.ts";

/** Why a page has no buttons for somebody who acts in some areas only. */
export function OutsideAreas({ node, noun }: { node: string | null; noun: string }) {
  const areas = useAreas().state.value.value;
  const places = usePlant().state.value.value?.places;
  if (areas === undefined || places === undefined) return null;
  const names = areasAt(node, { areas, places }).map(({ name }) => name);
  const where = names.length === 0 ? "no area" : names.join(", ");
  return <p class="muted outside-areas">You act in your areas only; this {noun} belongs to {where}.</p>;
}

/** How many of a selection stand outside the user's areas; absent for none. */
export function SomeOutside(props: Outside) {
  if (props.outside === 0) return null;
  return <span class="muted outside-areas">{outsideText(props)}</span>;
}
