import { ruleSentence } from "../../rules/rule_sentence.ts";
import { useConsole } from "../../shell/console.ts";
import { BacktestPanel } from "./backtest_panel.tsx";
import { useEditor } from "./editor.ts";
import { Sentence } from "./sentence.tsx";
import type { TemplateInstance, TemplateReading } from "./template_reading.ts";
import { numberText } from "../../parts/numbers.ts";

interface AsideProps {
  read: TemplateReading;
  /** The index of the expanded rule. */
  open: number | null;
  isDirty: boolean;
}

/** Beside the editor: the rule in one sentence, its backtest and the instances of the template. */
export function TemplateAside({ read, open, isDirty }: AsideProps) {
  const { form } = useEditor();
  const { session } = useConsole();
  const rule = open === null ? undefined : form.values.value.rules[open];
  return (
    <div class="rules-aside">
      {rule !== undefined && (
        <section class="panel rules-aside-sentence" aria-label="Rule summary">
          <h2>{rule.rule_name || "Rule"}</h2>
          <Sentence text={ruleSentence(rule)} />
        </section>
      )}
      {session.may("POST /api/backtests") && <BacktestPanel read={read} open={open} />}
      {read.template !== undefined && <TemplateAsideInstances read={read} isDirty={isDirty} />}
    </div>
  );
}

const MAX_SHOWN = 12;

/** The instances of the template, and a link to create the first one. */
export function TemplateAsideInstances(
  { read: { template, instances }, isDirty }: Omit<AsideProps, "open">,
) {
  const { session } = useConsole();
  if (template === undefined) return null;
  const mayCreate = session.may("POST /api/instances") && template.allow_instances && template.is_active &&
    template.rules_count > 0;
  return (
    <section class="panel" aria-label="Instances">
      <div class="panel-head">
        <h2>Instances</h2>
        <span class="muted">
          {instances.length === 0 ? "none yet" : numberText(instances.length)}
        </span>
      </div>
      {instances.length === 0
        ? (
          <p>
            A template raises events only through instances, which bind its placeholders to streams.
          </p>
        )
        : <InstanceNames instances={instances} />}
      {mayCreate && instances.length === 0 && (
        isDirty
          ? <p class="muted">Save the template to create an instance.</p>
          : (
            <a class="button primary rules-next" href={`/instances/new?template=${template.id}`}>
              Create instance
            </a>
          )
      )}
    </section>
  );
}

function InstanceNames({ instances }: { instances: readonly TemplateInstance[] }) {
  const more = instances.length - MAX_SHOWN;
  return (
    <ul class="rules-instances">
      {instances.slice(0, MAX_SHOWN).map(({ id, instance_name, is_deployed }) => (
        <li key={id}>
          <span>{instance_name}</span>
          <span class="muted">{is_deployed ? "deployed" : "not deployed"}</span>
        </li>
      ))}
      {more > 0 && <li class="muted">and {numberText(more)} more</li>}
    </ul>
  );
}
