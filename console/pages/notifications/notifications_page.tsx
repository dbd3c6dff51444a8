import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Empty } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { NOTIFICATION_TABS } from "./tabs.tsx";

/** Leads to the first tab that the role may open. */
export default function NotificationsPage() {
  const { session } = useConsole();
  const { route } = useLocation();
  const first = NOTIFICATION_TABS.find(({ needs }) => session.may(needs));
  useEffect(() => {
    if (first !== undefined) route(first.path, true);
  }, []);
  return (
    <Page title="Notifications">
      {first === undefined && (
        <Empty title="Your role has no access to these pages">
          <p>Ask an administrator if you need them.</p>
        </Empty>
      )}
    </Page>
  );
}
