import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Empty } from "../../parts/states.tsx";
import { Page } from "../../shell/page.tsx";
import { useTabs } from "../../shell/section_tabs.tsx";

/** Leads to the first tab that the role may open. */
export default function NotificationsPage() {
  const { route } = useLocation();
  const first = useTabs().at(0);
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
