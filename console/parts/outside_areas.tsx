import { areasAt, useAreas } from "./areas.ts";
import { countText, numberText } from "./numbers.ts";
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

interface SomeOutsideProps {
  outside: number;
  total: number;
  /** "selected instance" */
  noun: string;
}

/** How many of a selection stand outside the user's areas; absent for none. */
export function SomeOutside({ outside, total, noun }: SomeOutsideProps) {
  if (outside === 0) return null;
  return <span class="muted outside-areas">{outsideText({ outside, total, noun })}</span>;
}

export function outsideText({ outside, total, noun }: SomeOutsideProps): string {
  if (outside === total) {
    return total === 1
      ? `You act in your areas only; this ${noun} belongs to none of them.`
      : `You act in your areas only; none of the ${countText(total, noun)} belongs to them.`;
  }
  const verb = outside === 1 ? "is" : "are";
  const stay = outside === 1 ? "stays as it is" : "stay as they are";
  return `${numberText(outside)} of ${countText(total, noun)} ${verb} outside your areas and ${stay}.`;
}
