import type { UnitWarning } from "../../../domain/instance/types.ts";
import { unitWarnings } from "../../../domain/instance/unit_warnings.ts";
import { useComputed, useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { type Api, unwrap } from "../../api/client.ts";
import { ruleNames } from "../../backtest/backtest_text.ts";
import { BackfillDialog } from "../../instances/backfill_dialog.tsx";
import { boundRules } from "../../instances/bound_rules.ts";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import { coverageText, type Instance, statusOf } from "../../instances/instance_text.ts";
import { RulesPreview } from "../../instances/rules_preview.tsx";
import { InstanceStatusMark } from "../../instances/instance_status_mark.tsx";
import { warningText } from "../../instances/warning_text.ts";
import { OutOfServiceHere } from "../../out_of_service/out_of_service_panel.tsx";
import { TakeOutButton } from "../../out_of_service/take_out_button.tsx";
import { useOutOfService } from "../../out_of_service/use_out_of_service.ts";
import { useResource } from "../../live/use_resource.ts";
import { constantText } from "../../parts/event_text.ts";
import { Dotted } from "../../parts/dotted.tsx";
import { Fact } from "../../parts/facts.tsx";
import { usePlant } from "../../parts/shared_resources.ts";
import { OutsideAreas } from "../../parts/outside_areas.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useSourceOf } from "../../streams/use_source_names.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useKeys } from "../../shell/use_keys.ts";
import { LiveValue } from "../../streams/live_value.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { StreamTrends } from "../../streams/stream_trends.tsx";
import { useLatestValues } from "../../streams/use_latest_values.ts";
import { ChangeForm } from "./change_form.tsx";
import { DrillPanel } from "./drill_panel.tsx";
import type { Template } from "./instance_draft.ts";
import { Problems } from "./problems.tsx";
import { RecentEvents } from "./recent_events.tsx";
import { ExplanationPanel, timeIn } from "./explanation_panel.tsx";

/** The page of one instance. */
export default function InstancePage({ id = "" }: { id?: string }) {
  const { api, live } = useConsole();
  const { query } = useLocation();
  const resource = useResource(`instance ${id}`, async (signal) => {
    const { data: instance } = await unwrap(
      api.GET("/api/instances/{id}", { params: { path: { id: Number(id) } }, signal }),
    );
    const { data: current } = await unwrap(
      api.GET("/api/templates/{id}", { params: { path: { id: instance.template_id } }, signal }),
    );
    return {
      instance,
      template: await deployedTemplate(api, { instance, current, signal }),
      current: current.version,
    };
  }, { changes: ["instance", "template"] });
  const streams = useStreams();
  const status = useComputed(() => {
    const instance = resource.state.value.value?.instance;
    return instance === undefined ? undefined : statusOf(instance, live.source.value);
  });
  const { problem, value } = resource.state.value;
  const { mayChangeThis } = useInstanceActions();
  if (problem?.code === "NOT_FOUND") return <NotFound />;
  const isEditing = query.change !== undefined && value !== undefined && mayChangeThis(value.instance);
  return (
    <Page
      title={value?.instance.instance_name ?? `Instance #${id}`}
      subtitle={status.value !== undefined && <InstanceStatusMark status={status.value} />}
      tools={value !== undefined && !isEditing && (
        <Tools
          instance={value.instance}
          reload={resource.reload}
        />
      )}
    >
      <Loaded resource={resource} what="Loading the instance">
        {(read) => (
          <Loaded resource={streams} what="Loading its streams">
            {(index) =>
              isEditing
                ? <ChangeForm {...read} index={index} reload={resource.reload} />
                : <Body {...read} index={index} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface TemplateOptions {
  instance: Instance;
  /** The template's current version. */
  current: Template;
  signal: AbortSignal;
}

/** The template in the version that a deployed instance runs on. */
async function deployedTemplate(
  api: Api,
  { instance, current, signal }: TemplateOptions,
): Promise<Template> {
  const { is_deployed, template_version: version, template_id: id } = instance;
  if (!is_deployed || version === null || version === current.version) return current;
  const path = "/api/templates/{id}/versions/{version}";
  const { data } = await unwrap(api.GET(path, { params: { path: { id, version } }, signal }));
  const { template_id: _, ...content } = data;
  return { ...current, ...content };
}

function NotFound() {
  return (
    <Page title="Instance not found">
      <Empty title="There is no instance with this number">
        <p>It may have been deleted.</p>
        <a href="/instances">All instances</a>
      </Empty>
    </Page>
  );
}

function Tools({ instance, reload }: { instance: Instance; reload(): void }) {
  const { toasts } = useConsole();
  const actions = useInstanceActions();
  const { route } = useLocation();
  const isBackfilling = useSignal(false);
  const deploy = async () => {
    const problem = await actions.deploy(instance);
    if (problem !== undefined) toasts.problem(problem.message);
    reload();
  };
  const undeploy = async () => {
    if (await actions.undeploy(instance)) reload();
  };
  const group = "Instance";
  const mayChange = actions.mayChangeThis(instance);
  const offered = mayChange
    ? [
      instance.is_deployed
        ? { keys: "u", label: "Undeploy", group, run: () => void undeploy() }
        : { keys: "d", label: "Deploy", group, run: () => void deploy() },
      { keys: "e", label: "Edit", group, run: () => route(`/instances/${instance.id}?change`) },
    ]
    : [];
  useKeys(offered);
  const { id: instance_id, instance_name: template_instance, plant_node_floc_id } = instance;
  const takenOut = { instance_id, template_instance, plant_node_floc_id };
  const takeOut = <TakeOutButton of={takenOut} group={group} />;
  if (!actions.mayChange) return takeOut;
  if (!mayChange) {
    return (
      <>
        <OutsideAreas node={instance.plant_node_floc_id} noun="instance" />
        {takeOut}
      </>
    );
  }
  return (
    <>
      {offered.map(({ label, keys, run }) => (
        <button key={label} type="button" class={label === "Deploy" ? "primary" : ""} onClick={run}>
          {label} <kbd aria-hidden="true">{keys}</kbd>
        </button>
      ))}
      {instance.is_deployed && (
        <button type="button" onClick={() => isBackfilling.value = true}>Backfill</button>
      )}
      {takeOut}
      {isBackfilling.value && (
        <BackfillDialog
          instance={instance}
          onClose={() => isBackfilling.value = false}
        />
      )}
      <button
        type="button"
        onClick={async () => {
          if (await actions.remove(instance)) route("/instances");
        }}
      >
        Delete
      </button>
    </>
  );
}

interface BodyProps {
  instance: Instance;
  /** In the version that the instance runs on. */
  template: Template;
  /** The template's current version. */
  current: number;
  index: StreamIndex;
}

/** What is wrong with its streams at the source. */
function StreamProblems(
  { problems, warnings, template }: Pick<Instance, "problems"> & {
    warnings: UnitWarning[];
    template: Template;
  },
) {
  const { time } = useConsole();
  const nameOf = ruleNames(template);
  if (problems.length + warnings.length === 0) return null;
  return (
    <section class="panel" aria-label="Problems with streams">
      <ul class="instance-problems">
        {problems.map(({ kind, stream_name, text, since }) => (
          <li key={`${kind}/${stream_name}`} class="stale">
            {text}
            {since !== null && <span class="muted">Since {time.full(Date.parse(since))}</span>}
          </li>
        ))}
        {warnings.map((warning) => (
          <li key={`${warning.rule_id}/${warning.text}`} class="stale" title={warning.text}>
            {`Rule “${nameOf(warning.rule_id)}”: ${warningText(warning)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Body({ instance, template, current, index }: BodyProps) {
  const sourceMaxAgeSeconds = useSourceOf(instance)?.max_age_seconds ?? 0;
  const bound = boundRules({ template, instance, index, sourceMaxAgeSeconds });
  const streams = [...bound.streamsById.values()];
  const { time, session } = useConsole();
  const { query } = useLocation();
  const past = instance.is_deployed ? timeIn(query.at) : undefined;
  useLatestValues(instance.is_deployed ? [] : streams);
  const outOfService = useOutOfService().overInstance(instance);
  return (
    <div class="stack event-columns instance-page">
      <div class="event-main">
        <OutOfServiceHere items={outOfService} />
        <StreamProblems
          problems={instance.problems}
          template={template}
          warnings={unitWarnings(bound.rules, (id) => bound.streamsById.get(id))}
        />
        <section class="panel" aria-label="Rules">
          <div class="panel-head">
            <h2>
              {past === undefined ? "Current state" : `State at ${time.full(Date.parse(past))}`}
            </h2>
          </div>
          {instance.is_deployed
            ? (
              <ExplanationPanel
                instance={instance.id}
                streams={streams.map(({ stream_name: name }) => name)}
                nameOf={ruleNames(template)}
              />
            )
            : bound.problems.length > 0
            ? <Problems title="Problems that prevent deployment" problems={bound.problems} />
            : (
              <>
                <RulesPreview bound={bound} rules={template.rules} events={[]} />
                <p class="muted evaluation-note">
                  Computed from the newest values. The instance is not deployed and raises no events.
                </p>
              </>
            )}
        </section>
        {streams.length > 0 && (
          <StreamTrends key={instance.id} streams={streams} users={[{ instance, template }]} />
        )}
      </div>
      <div class="event-side">
        <Facts instance={instance} template={template} current={current} />
        <Bindings instance={instance} template={template} index={index} />
        {session.may("GET /api/notification-drills") && (
          <DrillPanel
            instance={instance}
            template={template}
          />
        )}
        <RecentEvents instance={instance} />
      </div>
    </div>
  );
}

function Facts({ instance, template, current }: Omit<BodyProps, "index">) {
  const { time, session, people } = useConsole();
  const places = usePlant().state.value.value?.places;
  const { deployment_date: deployed, plant_node_floc_id: node } = instance;
  const mayOpen = session.may("GET /api/templates/:id");
  return (
    <section class="panel" aria-label="Details">
      <div class="panel-head">
        <h2>Instance #{instance.id}</h2>
      </div>
      <dl class="facts">
        <Fact name="Template">{mayOpen && <TemplateName template={template} />}</Fact>
        <Fact name="Location">
          {node !== null && (
            <a href={`/plant?node=${encodeURIComponent(node)}`}>{places?.get(node)?.path ?? node}</a>
          )}
        </Fact>
        <Fact name="Deployed since">{deployed === null ? undefined : time.full(Date.parse(deployed))}</Fact>
        <Fact name="Coverage, 24 h">{coverageText(instance.coverage)}</Fact>
        <Fact name="Version">
          {instance.template_version !== null && <RunningVersion instance={instance} current={current} />}
        </Fact>
        <Fact name="Created">
          {time.full(Date.parse(instance.created_at))} by {people.nameOf(instance.created_by)}
        </Fact>
      </dl>
    </section>
  );
}

function TemplateName({ template }: { template: Template }) {
  return (
    <>
      <a class="target" href={`/rules/${template.id}`}>{template.name}</a>
      <br />
      <a class="target" href={`/instances?template=${template.id}`}>All instances of this template</a>
    </>
  );
}

/** The version that it runs on, since when, and a link if another one is current. */
function RunningVersion({ instance, current }: { instance: Instance; current: number }) {
  const { time } = useConsole();
  const { template_version: on, upgraded_at: since, template_id } = instance;
  const isOld = instance.is_deployed && on !== current;
  return (
    <>
      {on}
      {since !== null && `, since ${time.full(Date.parse(since))}`}
      {isOld && (
        <>
          <br />
          <a href={`/rules/${template_id}/versions?version=${current}`}>Version {current} is available</a>
        </>
      )}
    </>
  );
}

function Bindings({ instance, template, index }: Omit<BodyProps, "current">) {
  if (template.placeholders.length === 0) return null;
  const unbound = template.placeholders.filter(({ placeholder_name: name }) =>
    instance.placeholders.every(({ placeholder_name }) => placeholder_name !== name)
  );
  return (
    <section class="panel" aria-label="Bindings">
      <div class="panel-head">
        <h2>Bindings</h2>
      </div>
      <dl class="facts tall">
        {instance.placeholders.map((binding) => (
          <Fact key={binding.placeholder_name} name={binding.placeholder_name}>
            {"stream_name" in binding
              ? <BoundTo stream={binding.stream_name} index={index} />
              : constantText(binding.value)}
          </Fact>
        ))}
        {unbound.map(({ placeholder_name: name, default_value: value }) => (
          <Fact key={name} name={name}>
            {value === null ? "Not bound" : `${constantText(value)}, the default`}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function BoundTo({ stream: name, index }: { stream: string; index: StreamIndex }) {
  const stream = index.byName.get(name);
  if (stream === undefined) return <strong>{name} – missing at source</strong>;
  return (
    <span class="wrap bound-to">
      <a class="breaks" href={`/plant/streams/${stream.id}`}>
        <Dotted name={name} />
      </a>
      <LiveValue stream={stream} />
    </span>
  );
}
