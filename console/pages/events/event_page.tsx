import { Page } from "../../shell/page.tsx";

export default function EventPage() {
  return (
    <Page title="Event">
      <p>Soon.</p>
    </Page>
  );
}
