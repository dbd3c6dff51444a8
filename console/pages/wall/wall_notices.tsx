import { MissingLocations } from "../../parts/missing_locations.tsx";
import { LeftBanner } from "./left_banner.tsx";
import type { WallChoice } from "./wall_address.ts";

/** What a wall cannot show: events that it has left out, and locations of its filter that do not exist. */
export function WallNotices({ until, view, go }: {
  until: string | null | undefined;
  view: WallChoice;
  /** Absent on a wall screen. */
  go: false | ((change: Pick<WallChoice, "areas">) => void);
}) {
  return (
    <>
      <MissingLocations ids={view.areas} keep={go === false ? undefined : (areas) => go({ areas })} />
      {typeof until === "string" && <LeftBanner until={until} />}
    </>
  );
}
