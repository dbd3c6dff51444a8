export { HiddenCount } from "./hidden_count.tsx";
import { MyAreasButton } from "../../lists/my_areas.tsx";
import { OutOfServicePanel } from "../../out_of_service/out_of_service_panel.tsx";
import { Page } from "../../shell/page.tsx";
import { FilteredPanel } from "./filtered_panel.tsx";
import { ShelvedPanel } from "./shelved_panel.tsx";

/** Everything that the event wall does not show now, and why. */
export default function HiddenPage() {
  return (
    <Page title="Hidden" tools={<MyAreasButton />} subtitle="What the event wall does not show now, and why">
      <ShelvedPanel />
      <OutOfServicePanel />
      <FilteredPanel />
    </Page>
  );
}
