import { Empty } from "../../parts/states.tsx";
import { Page } from "../../shell/page.tsx";
import { NotificationTabs } from "./tabs.tsx";

/** Where messages about events are sent: mailboxes, chats, paging services and others. */
export default function ContactPointsPage() {
  return (
    <Page title="Contact points">
      <NotificationTabs />
      <Empty title="No contact point yet">
        <p>A contact point is where messages about events go: a mailbox, a chat, a paging service.</p>
      </Empty>
    </Page>
  );
}
