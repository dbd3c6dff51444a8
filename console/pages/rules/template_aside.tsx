import { ruleSentence } from "../../rules/rule_sentence.ts";
import { useConsole } from "../../shell/console.ts";
import { BacktestPanel } from "./backtest_panel.tsx";
import { useEditor } from "./editor.ts";
import { Sentence } from "./sentence.tsx";
import type { TemplateInstance, TemplateReading } from "./template_reading.ts";

interface AsideProps {
  read: TemplateReading;
  keptAs: string;
  /** The rule that is unfolded. */
  open: number | null;
  isDirty: boolean;
}

/** What comes of what is written: the rule in one sentence, what it would have raised, and who is watched by it. */
export function TemplateAside({ read, keptAs, open, isDirty }: AsideProps) {
  const { form } = useEditor();
  const { session } = useConsole();
  const rule = open === null ? undefined : form.values.value.rules[open];
  return (
    <div class="rules-aside">
      {rule !== undefined && (
        <section class="panel rules-aside-sentence" aria-label="The rule in one sentence">
          <h2>{rule.rule_name || "Rule"}</h2>
          <Sentence text={ruleSentence(rule)} />
        </section>
      )}
      {session.may("POST /api/backtests") && (
        <BacktestPanel read={read} keptAs={keptAs} rule={rule?.rule_id} />
      )}
      {read.template !== undefined && <TemplateAsideInstances read={read} isDirty={isDirty} />}
    </div>
  );
}

const MOST_SHOWN = 12;

/** Who the template watches by, and the way to the first one. */
export function TemplateAsideInstances(
  { read: { template, instances }, isDirty }: Omit<AsideProps, "open" | "keptAs">,
) {
  const { session } = useConsole();
  if (template === undefined) return null;
  const mayMake = session.may("POST /api/instances") && template.allow_instances && template.is_active &&
    template.rules_count > 0;
  return (
    <section class="panel" aria-label="Instances">
      <div class="panel-head">
        <h2>Instances</h2>
        <span class="muted">
          {instances.length === 0 ? "none yet" : instances.length.toLocaleString("en")}
        </span>
      </div>
      {instances.length === 0
        ? (
          <p>
            A template watches nothing by itself. An instance ties its placeholders to streams; deployed, it
            raises events.
          </p>
        )
        : <InstanceNames instances={instances} />}
      {mayMake && instances.length === 0 && (
        isDirty
          ? <p class="muted">Save first, then make an instance.</p>
          : (
            <a class="button primary rules-next" href={`/instances/new?template=${template.id}`}>
              Make an instance
            </a>
          )
      )}
    </section>
  );
}

function InstanceNames({ instances }: { instances: readonly TemplateInstance[] }) {
  const more = instances.length - MOST_SHOWN;
  return (
    <ul class="rules-instances">
      {instances.slice(0, MOST_SHOWN).map(({ id, instance_name, is_deployed }) => (
        <li key={id}>
          <span>{instance_name}</span>
          <span class="muted">{is_deployed ? "deployed" : "not deployed"}</span>
        </li>
      ))}
      {more > 0 && <li class="muted">and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}
