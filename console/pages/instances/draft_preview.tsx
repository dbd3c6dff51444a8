import { boundRules } from "../../instances/bound_rules.ts";
import { SeenRules } from "../../instances/seen_rules.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { useLook } from "../../streams/use_look.ts";
import { draftedInstance, type InstanceDraft, type Template } from "./instance_draft.ts";
import { Problems } from "./problems.tsx";
import { useConfiguration } from "../../parts/stored_configuration.ts";

interface PreviewProps {
  draft: InstanceDraft;
  template: Template;
  index: StreamIndex;
}

/** What the rules would see now with what is typed, and what still stands against deploying it. */
export function DraftPreview({ draft, template, index }: PreviewProps) {
  const instance = draftedInstance(draft, template);
  const sourceMaxAgeSeconds = useConfiguration().state.value.value?.max_age_seconds ?? 0;
  const bound = boundRules({ template, instance, index, sourceMaxAgeSeconds });
  useLook(
    instance.placeholders.flatMap((binding) =>
      "stream_name" in binding ? index.byName.get(binding.stream_name) ?? [] : []
    ),
  );
  return (
    <section class="panel" aria-label="What it would see now">
      <div class="panel-head">
        <h2>What it would see now</h2>
      </div>
      {bound.problems.length > 0
        ? <Problems title="Before it can be deployed" problems={bound.problems} />
        : <SeenRules bound={bound} rules={template.rules} events={[]} />}
    </section>
  );
}
