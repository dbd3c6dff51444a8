import { numberText } from "./numbers.ts";

/** "1 shelved", a link to the list of what is shelved; nothing for none. */
export function ShelvedLink({ count, tabIndex }: { count: number; tabIndex?: number }) {
  if (count === 0) return null;
  return (
    <a
      class="shelved-link"
      href="/hidden"
      tabIndex={tabIndex}
      onClick={(event) => event.stopPropagation()}
    >
      {numberText(count)} shelved
    </a>
  );
}
