import { boundRules } from "../../instances/bound_rules.ts";
import { RulesPreview } from "../../instances/rules_preview.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { useSourceOf } from "../../streams/use_source_names.ts";
import { useLatestValues } from "../../streams/use_latest_values.ts";
import { draftedInstance, type InstanceDraft, type Template } from "./instance_draft.ts";
import { Problems } from "./problems.tsx";

interface DraftPreviewProps {
  draft: InstanceDraft;
  template: Template;
  index: StreamIndex;
}

/** The current result of the rules with the typed bindings, or the problems that prevent deployment. */
export function DraftPreview({ draft, template, index }: DraftPreviewProps) {
  const instance = draftedInstance(draft, template);
  const source = useSourceOf(instance);
  const bound = boundRules({
    template,
    instance,
    index,
    sourceMaxAgeSeconds: source?.max_age_seconds ?? 0,
    correctionHorizonHours: source?.correction_horizon_hours,
  });
  useLatestValues(
    instance.placeholders.flatMap((binding) =>
      "stream_name" in binding ? index.byName.get(binding.stream_name) ?? [] : []
    ),
  );
  return (
    <section class="panel" aria-label="Current state">
      <div class="panel-head">
        <h2>Current state</h2>
      </div>
      {bound.problems.length > 0
        ? <Problems title="Problems that prevent deployment" problems={bound.problems} />
        : <RulesPreview bound={bound} rules={template.rules} events={[]} />}
    </section>
  );
}
