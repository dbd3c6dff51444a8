import { Page } from "../../shell/page.tsx";

export default function EventsPage() {
  return (
    <Page title="Events">
      <p>Soon.</p>
    </Page>
  );
}
