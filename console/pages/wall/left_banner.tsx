import { useConsole } from "../../shell/console.ts";

/** Says that the list of unacknowledged events was full. */
export function LeftBanner({ until }: { until: string }) {
  const { time } = useConsole();
  return (
    <p class="no-data-banner" role="status">
      More than 10,000 events wait for an acknowledgement: those that returned to normal up to{" "}
      {time.moment(Date.parse(until))} are not shown.{" "}
      <a href="/events?state=ended&acknowledged=no">All of them</a>
    </p>
  );
}
