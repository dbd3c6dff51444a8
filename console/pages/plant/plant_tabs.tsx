/** The plant seen as places, or as what is measured in it. */
export function PlantTabs({ at }: { at: "nodes" | "streams" }) {
  return (
    <nav class="segments plant-tabs" aria-label="Views of the plant">
      <a class="button" href="/plant" aria-current={at === "nodes" ? "page" : undefined}>Places</a>
      <a class="button" href="/plant/streams" aria-current={at === "streams" ? "page" : undefined}>Streams</a>
    </nav>
  );
}
