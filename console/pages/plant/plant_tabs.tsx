import { type Section, SectionTabs } from "../../parts/section_tabs.tsx";

const SECTIONS: readonly Section[] = [
  { path: "/plant", label: "Places", needs: "GET /api/plant-model" },
  { path: "/plant/streams", label: "Streams", needs: "GET /api/monitored-assets" },
];

/** The plant seen as places, or as what is measured in it. */
export function PlantTabs() {
  return <SectionTabs label="Views of the plant" sections={SECTIONS} />;
}
