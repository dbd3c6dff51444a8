import { unwrap } from "../../api/client.ts";
import { ShortEventList } from "../../events/short_list.tsx";
import { statusOf } from "../../instances/instance_text.ts";
import { InstanceStatusMark } from "../../instances/instance_status_mark.tsx";
import { useResource } from "../../live/use_resource.ts";
import { Dotted } from "../../parts/dotted.tsx";
import { Fact } from "../../parts/facts.tsx";
import { LimitGlyph } from "../../parts/trend/limit_glyph.tsx";
import { numberText } from "../../parts/numbers.ts";
import { templatesOn } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { ruleOnStreamAddress } from "../../rules/rule_address.ts";
import { LiveAge, LiveValue } from "../../streams/live_value.tsx";
import { NewRuleButton } from "../../streams/new_rule.tsx";
import type { Stream } from "../../streams/stream_index.ts";
import { StreamTrends, type StreamUser } from "../../streams/stream_trends.tsx";
import { limitsOn, rulesOn } from "../../streams/thresholds.ts";
import { useLatestValues } from "../../streams/use_latest_values.ts";
import { Panel } from "../../parts/panel.tsx";

const MAX_LISTED = 30;
const RECENT_EVENTS = 8;

/** The page of one stream: its trend, the instances that use it and their events. */
export default function StreamPage({ id = "" }: { id?: string }) {
  const { api } = useConsole();
  const resource = useResource(`stream ${id}`, async (signal) => {
    const { data } = await unwrap(
      api.GET("/api/streams/{id}", { params: { path: { id: Number(id) } }, signal }),
    );
    return data;
  }, { changes: ["asset", "instance"] });
  const { problem, value } = resource.state.value;
  if (problem?.code === "NOT_FOUND") return <NotFound />;
  return (
    <Page
      title={value?.stream_name ?? `Stream #${id}`}
      subtitle={value !== undefined && (
        <span class="stream-now">
          <LiveValue stream={value} />
          <LiveAge stream={value} />
        </span>
      )}
      tools={value !== undefined && (
        <>
          <NewRuleButton streams={[value]} />
          <a class="button" href={`/explore?streams=${value.id}`}>Explore</a>
          <a class="button" href="/plant/streams">All streams</a>
        </>
      )}
    >
      <Loaded resource={resource} what="Loading the stream">
        {(stream) => <Body stream={stream} />}
      </Loaded>
    </Page>
  );
}

function NotFound() {
  return (
    <Page title="Stream not found">
      <Empty title="There is no stream with this number">
        <a href="/plant/streams">All streams</a>
      </Empty>
    </Page>
  );
}

function Body({ stream }: { stream: Stream }) {
  const { time } = useConsole();
  const users = useStreamUsers(stream);
  useLatestValues([stream]);
  return (
    <div class="stack event-columns instance-page">
      <div class="event-main">
        <StreamTrends key={stream.id} streams={[stream]} users={users} />
        <RecentEvents users={users} stream={stream} />
      </div>
      <div class="event-side">
        <Panel title={`Stream #${stream.id}`} label="Details">
          <dl class="facts">
            <Fact name="Asset">
              <a href={`/plant/streams?asset=${encodeURIComponent(stream.asset_id)}`}>
                <Dotted name={stream.asset_id} />
              </a>
            </Fact>
            {stream.display_name !== stream.stream_name && (
              <Fact name="Name">
                <Dotted name={stream.display_name} />
              </Fact>
            )}
            <Fact name="Type">{{ NUM: "number", STR: "text", BOOL: "true or false" }[stream.data_type]}</Fact>
            <Fact name="Unit">{stream.uom}</Fact>
            <Fact name="Source id">
              <span class="breaks">
                <Dotted name={stream.stream_id} />
              </span>
            </Fact>
            {stream.set_aside !== null && (
              <Fact name="Set aside">
                1 sample from {time.full(Date.parse(stream.set_aside.timestamp))}: its time is in the future
              </Fact>
            )}
            {!stream.is_active && <Fact name="State">missing at source</Fact>}
          </dl>
        </Panel>
        <UsedBy users={users} stream={stream} />
      </div>
    </div>
  );
}

/** The deployed instances whose rules use a stream. */
function useStreamUsers({ id, stream_name: name }: Stream): readonly (StreamUser & { name: string })[] {
  const { api } = useConsole();
  const around = useResource(`around stream ${id}`, async (signal) => {
    const [instances, templates] = await Promise.all([
      unwrap(api.GET("/api/instances", { params: { query: { stream_id: id, is_deployed: true } }, signal })),
      templatesOn(api, { stream: id, signal }),
    ]);
    return { instances: instances.data, templates };
  }, { changes: ["instance", "template"] });
  const { instances = [], templates } = around.state.value.value ?? {};
  return instances.flatMap((instance) => {
    const template = templates?.get(instance.template_id);
    if (template === undefined) return [];
    const rules = rulesOn(name, { template, bindings: instance.placeholder_mappings });
    return rules.size === 0 ? [] : [{ instance, template, name: instance.instance_name }];
  });
}

interface UsersProps {
  users: readonly (StreamUser & { name: string })[];
  stream: Stream;
}

function UsedBy({ users, stream }: UsersProps) {
  const { live, session } = useConsole();
  const source = live.source.value;
  const mayCreate = session.may("POST /api/templates");
  return (
    <Panel
      title="Used by"
      tools={<span class="muted">{users.length === 0 ? "" : numberText(users.length)}</span>}
    >
      {users.length === 0 && (
        <p class="muted">
          No deployed instance.{" "}
          {mayCreate && <a href={ruleOnStreamAddress(stream.id)}>Create a rule on this stream</a>}
        </p>
      )}
      <ul class="watched-by">
        {users.slice(0, MAX_LISTED).map(({ instance, template, name }) => (
          <li key={instance.id}>
            <div class="wrap watched-head">
              <a href={`/instances/${instance.id}`}>{name}</a>
              <InstanceStatusMark status={statusOf({ is_deployed: true, judging: true }, source)} />
            </div>
            {limitsOn(stream.stream_name, { template, bindings: instance.placeholder_mappings }).map(
              (limit) => (
                <div key={`${limit.label} ${limit.value}`} class="row watched-limit">
                  <LimitGlyph limit={limit} />
                  <span>{limit.label}</span>
                  <span class="unit">{stream.uom ?? ""}</span>
                </div>
              ),
            )}
          </li>
        ))}
      </ul>
      {users.length > MAX_LISTED && <p class="muted">and {numberText(users.length - MAX_LISTED)} more</p>}
    </Panel>
  );
}

/** The newest loaded events of the rules that use the stream. */
function RecentEvents({ users, stream }: UsersProps) {
  const { live } = useConsole();
  const rules = new Map(users.map(({ instance, template }) => [
    instance.id,
    rulesOn(stream.stream_name, { template, bindings: instance.placeholder_mappings }),
  ]));
  const title = "Events of these rules";
  const events = [...live.events.value.values()]
    .filter(({ instance_id, rule_id }) => instance_id !== null && rules.get(instance_id)?.has(rule_id))
    .sort((a, b) => a.start_time < b.start_time ? 1 : -1).slice(0, RECENT_EVENTS);
  if (events.length === 0) return null;
  return (
    <Panel title={title}>
      <ShortEventList events={events} title={title} />
    </Panel>
  );
}
