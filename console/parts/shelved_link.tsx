import { numberText } from "./numbers.ts";

interface ShelvedLinkProps {
  count: number;
  what?: "shelved" | "out of service";
  tabIndex?: number;
}

/** "1 shelved", a link to the list of what is hidden; nothing for none. */
export function ShelvedLink({ count, what = "shelved", tabIndex }: ShelvedLinkProps) {
  if (count === 0) return null;
  return (
    <a
      class="shelved-link"
      href="/hidden"
      tabIndex={tabIndex}
      onClick={(event) => event.stopPropagation()}
    >
      {numberText(count)} {what}
    </a>
  );
}
