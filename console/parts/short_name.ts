/** The longest name that is shown whole, in characters. */
const MOST_SHOWN = 160;

/** Of a very long name the middle is left out. */
export function shortened(name: string): string {
  if (name.length <= MOST_SHOWN) return name;
  const characters = [...name], half = MOST_SHOWN / 2;
  return characters.length <= MOST_SHOWN
    ? name
    : `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
