import { useConsole } from "../shell/console.ts";

/** The display name of a user. */
export function PersonName({ who }: { who: string | null }) {
  const { people } = useConsole();
  return <>{people.nameOf(who)}</>;
}
