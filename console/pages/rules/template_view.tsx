import type { ApiProblem } from "../../api/problem.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { ruleSentence } from "../../rules/rule_sentence.ts";
import type { DraftRule } from "../../rules/draft.ts";
import { Page } from "../../shell/page.tsx";
import { Sentence } from "./sentence.tsx";
import { TemplateAsideInstances } from "./template_aside.tsx";
import type { TemplateReading } from "./template_reading.ts";
import { TemplateSubtitle } from "./template_subtitle.tsx";
import { DATA_TYPE_LABELS } from "../../rules/field_labels.ts";

/** A template for roles that may not edit it. */
export function TemplateView({ read, problem }: { read: TemplateReading; problem: ApiProblem | undefined }) {
  const { name, description, rules, placeholders } = read.draft;
  return (
    <Page title={name} subtitle={<TemplateSubtitle read={read} />}>
      {problem !== undefined && <p class="stale" role="status">{problem.message}</p>}
      <div class="rules-columns">
        <div class="rules-form">
          {description !== "" && <p>{description}</p>}
          <section class="panel" aria-label="Rules">
            <h2>Rules</h2>
            {rules.length === 0 && <p class="muted">No rules yet.</p>}
            <ol class="rules-list">
              {rules.map((rule) => <RuleView key={rule.rule_id} rule={rule} />)}
            </ol>
          </section>
          <section class="panel" aria-label="Placeholders">
            <h2>Placeholders</h2>
            <dl class="facts">
              {placeholders.map((one) => (
                <div key={one.placeholder_name}>
                  <dt>{one.placeholder_name}</dt>
                  <dd>
                    {DATA_TYPE_LABELS[one.data_type]}
                    {one.description !== "" && `: ${one.description}`}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <div class="rules-aside">
          <TemplateAsideInstances read={read} isDirty={false} />
        </div>
      </div>
    </Page>
  );
}

function RuleView({ rule }: { rule: DraftRule }) {
  const guidance = [["Cause", rule.cause], ["Consequence", rule.consequence], ["Action", rule.action]]
    .filter(([, text]) => text !== "");
  return (
    <li class="rules-rule">
      <h3 class="rules-read-name">
        <SeverityGlyph severity={rule.severity} />
        {rule.rule_name}
        {rule.display_name !== "" && <span class="muted">“{rule.display_name}”</span>}
      </h3>
      <Sentence text={ruleSentence(rule)} />
      {guidance.length > 0 && (
        <dl class="facts">
          {guidance.map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
