import { type Section, SectionTabs } from "../../parts/section_tabs.tsx";

const SECTIONS: readonly Section[] = [
  { path: "/plant", label: "Locations", needs: "GET /api/plant-model" },
  { path: "/plant/streams", label: "Streams", needs: "GET /api/monitored-assets" },
];

/** The tabs of the plant: locations and streams. */
export function PlantTabs() {
  return <SectionTabs label="Views of the plant" sections={SECTIONS} />;
}
