import { Page } from "../../shell/page.tsx";

export default function WallPage() {
  return (
    <Page title="Wall">
      <p>Soon.</p>
    </Page>
  );
}
