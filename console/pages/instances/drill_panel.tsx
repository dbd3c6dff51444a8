import { useSignal } from "@preact/signals";
import { unwrap } from "../../api/client.ts";
import type { Instance } from "../../instances/instance_text.ts";
import { useResource } from "../../live/use_resource.ts";
import { useMayAt } from "../../parts/areas.ts";
import { Loaded } from "../../parts/states.tsx";
import { useInterval } from "../../parts/use_interval.ts";
import { displayNameOf } from "../../../domain/rule/display_name.ts";
import { useConsole } from "../../shell/console.ts";
import { DrillDialog } from "./drill_dialog.tsx";
import { type Drill, drillText } from "./drill_text.ts";
import type { Template } from "./instance_draft.ts";

type Rule = Template["rules"][number];

/** How often the state of messages is read while a drill runs; it is not pushed. */
const RUNNING_MS = 5_000;

/** The last drill of each rule, and the way to start one. */
export function DrillPanel({ instance, template }: { instance: Instance; template: Template }) {
  const { api } = useConsole();
  const mayAt = useMayAt();
  const dialog = useSignal<Rule | null>(null);
  const drills = useResource(`drills of ${instance.id}`, async (signal) => {
    const query = { instance_id: instance.id, last: true, limit: 1_000 };
    return (await unwrap(api.GET("/api/notification-drills", { params: { query }, signal }))).data;
  }, { changes: ["notification_drill"] });
  const isRunning = drills.state.value.value?.some(({ is_running }) => is_running) ?? false;
  useInterval(drills.reload, isRunning ? RUNNING_MS : null);
  const mayStart = instance.is_deployed &&
    mayAt("POST /api/notification-drills", instance.plant_node_floc_id);
  return (
    <section class="panel" aria-label="Drills">
      <div class="panel-head">
        <h2>Drills</h2>
      </div>
      <Loaded resource={drills}>
        {(rows) => (
          <ul class="drills">
            {evaluatedRules(template, instance).map((rule) => (
              <RuleDrill
                key={rule.rule_id}
                name={displayNameOf(rule)}
                last={rows.find(({ rule_id }) => rule_id === rule.rule_id)}
                start={mayStart ? () => dialog.value = rule : undefined}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {dialog.value !== null && (
        <DrillDialog
          instance={instance}
          rule={dialog.value}
          name={displayNameOf(dialog.value)}
          onClose={() => {
            dialog.value = null;
            drills.reload();
          }}
        />
      )}
    </section>
  );
}

function evaluatedRules({ rules }: Template, { left_out_rules: leftOut }: Instance): readonly Rule[] {
  return rules.filter((rule) => !leftOut.some(({ rule_id }) => rule_id === rule.rule_id));
}

interface RuleDrillProps {
  /** The rule in words. */
  name: string;
  last: Drill | undefined;
  /** Undefined: the user may not. */
  start?: () => void;
}

function RuleDrill({ name, last, start }: RuleDrillProps) {
  const { time, people } = useConsole();
  const moment = (iso: string) => time.moment(Date.parse(iso)), nameOf = people.nameOf;
  return (
    <li>
      <strong>{name}</strong>
      {last === undefined ? <p class="muted">No drill yet.</p> : (
        <p>
          {last.is_running ? "Running, since " : "Last drill: "}
          <a href={`/events/${last.event_id}`}>{drillText(last, { moment, nameOf })}</a>
        </p>
      )}
      {start !== undefined && last?.is_running !== true && (
        <button type="button" aria-label={`Start a drill of ${name}`} onClick={start}>Start a drill</button>
      )}
    </li>
  );
}
