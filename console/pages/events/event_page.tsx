import { useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Api, type RuleEvent, unwrap } from "../../api/client.ts";
import { useEventActions } from "../../events/event_actions.ts";
import { useEventNames } from "../../events/event_names.ts";
import { ShelveDialog } from "../../events/event_dialogs.tsx";
import { useResource } from "../../live/use_resource.ts";
import { OutOfServiceHere } from "../../out_of_service/out_of_service_panel.tsx";
import { TakeOutButton } from "../../out_of_service/take_out_button.tsx";
import { useOutOfService } from "../../out_of_service/use_out_of_service.ts";
import { isOfTrigger, isShelved } from "../../parts/event_text.ts";
import { OutsideAreas } from "../../parts/outside_areas.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useKeys } from "../../shell/use_keys.ts";
import { EventAudit } from "./event_audit.tsx";
import { EventComments } from "./event_comments.tsx";
import { EventExplanation } from "./event_explanation.tsx";
import { EventFacts, EventGuidance, EventState, EventTrigger } from "./event_facts.tsx";
import { MomentSwitch, useMoment } from "./event_moment.tsx";
import { EventNotifications } from "./event_notifications.tsx";
import { PastEvents } from "./event_past.tsx";
import { EventSteps } from "./event_steps.tsx";
import { CopyLink, PlaceTrail } from "./event_trail.tsx";
import { EventTrend } from "./event_trend.tsx";
import { Panel } from "../../parts/panel.tsx";

/** The page of one event. */
export default function EventPage({ id = "" }: { id?: string }) {
  const { api, live } = useConsole();
  const resource = useResource(`event ${id}`, async (signal) => {
    const take = live.reading();
    const { data } = await unwrap(
      api.GET("/api/rule-events/{id}", { params: { path: { id: Number(id) } }, signal }),
    );
    take([data]);
    return data;
  }, { changes: ["notification_drill"] });
  const { titleOf } = useEventNames();
  const comment = useRef<HTMLTextAreaElement>(null);
  const newest = useComputed(() => live.events.value.get(Number(id)));
  const { problem, value } = resource.state.value;
  const isDeleted = value !== undefined && !isDrill(value) && newest.value === undefined;
  if (problem?.code === "NOT_FOUND" || isDeleted) {
    return <NotFound id={Number(id)} />;
  }
  const event = newest.value ?? value;
  const title = event && `${isDrill(event) ? "Drill: " : ""}${titleOf(event)}`;
  const floc = event?.plant_node_floc_id ?? null;
  return (
    <Page
      title={title ?? `Event #${id}`}
      trail={
        <>
          {floc !== null && <PlaceTrail floc={floc} />}
          <EventSteps id={Number(id)} title={title} />
        </>
      }
      subtitle={event !== undefined && <EventState event={event} />}
      tools={event !== undefined && (
        <Tools
          event={event}
          comment={() => {
            comment.current?.scrollIntoView({ block: "center" });
            comment.current?.focus();
          }}
        />
      )}
    >
      {event !== undefined && isDrill(event) && (
        <p>Nothing is wrong in the plant: this event tests whether people are reached.</p>
      )}
      <Loaded resource={resource} what="Loading the event">
        {(read) => <Body event={newest.value ?? read} comment={comment} />}
      </Loaded>
    </Page>
  );
}

function NotFound({ id }: { id: number }) {
  const title = "Event not found";
  return (
    <Page title={title} trail={<EventSteps id={id} title={title} />}>
      <Empty title="There is no event with this number">
        <p>It may have been deleted.</p>
        <a href="/events">All events</a>
      </Empty>
    </Page>
  );
}

function Tools({ event, comment }: { event: RuleEvent; comment(): void }) {
  const actions = useEventActions();
  const { route } = useLocation();
  const dialog = useSignal<"shelve" | null>(null);
  const close = () => dialog.value = null;
  const group = "Event";
  const offered = [
    ...event.acknowledged_at === null
      ? [{ keys: "a", label: "Acknowledge", group, run: () => void actions.acknowledge([event]) }]
      : [],
    ...isDrill(event) ? [] : [
      isShelved(event, Date.now())
        ? { keys: "s", label: "Unshelve", group, run: () => void actions.unshelve(event) }
        : { keys: "s", label: "Shelve", group, run: () => dialog.value = "shelve" as const },
    ],
    { keys: "n", label: "Comment", group, run: comment },
    ...event.is_active
      ? [{
        keys: "c",
        label: isDrill(event) ? "End the drill" : "Close",
        group,
        run: () => void actions.close(event),
      }]
      : [],
  ];
  const mayAct = actions.mayActOn(event);
  useKeys(mayAct ? offered : []);
  return (
    <>
      {!mayAct && actions.mayAct && <OutsideAreas node={event.plant_node_floc_id} noun="event" />}
      {mayAct &&
        offered.map(({ label, keys, run }) => (
          <button key={label} type="button" class={label === "Acknowledge" ? "primary" : ""} onClick={run}>
            {label} <kbd aria-hidden="true">{keys}</kbd>
          </button>
        ))}
      {!isDrill(event) && <TakeOutButton of={event} group={group} />}
      <CopyLink event={event} />
      {actions.mayDelete(event) && (
        <button
          type="button"
          onClick={async () => {
            if (await actions.remove(event)) route("/events");
          }}
        >
          Delete
        </button>
      )}
      {dialog.value === "shelve" && <ShelveDialog event={event} onClose={close} />}
    </>
  );
}

function Body({ event, comment }: { event: RuleEvent; comment: RefObject<HTMLTextAreaElement | null> }) {
  const { api, session } = useConsole();
  const choice = useMoment();
  const outOfService = useOutOfService();
  const around = useResource(`around event ${event.id}`, async (signal) => {
    const [template, instance, streams] = await Promise.all([
      templateOf(api, { event, signal }),
      instanceOf(api, { event, signal }),
      unwrap(api.GET("/api/streams/active", { signal })),
    ]);
    const stream = streams.data.find((each) => isOfTrigger(each, event.trigger[0]));
    return { template, instance, stream };
  });
  return (
    <div class="stack event-columns">
      <div class="event-main">
        {!isDrill(event) && (
          <Panel title="Trend" tools={<MomentSwitch event={event} choice={choice} />}>
            <Loaded resource={around}>
              {({ template, instance, stream }) =>
                stream === undefined
                  ? (
                    <Empty title="No trend">
                      The stream that triggered this event is no longer used by a deployed rule.
                    </Empty>
                  )
                  : <EventTrend {...{ event, stream, template, instance, moment: choice.moment }} />}
            </Loaded>
          </Panel>
        )}
        {!isDrill(event) && <EventExplanation event={event} moment={choice.moment} />}
        {event.instance_id !== null && !isDrill(event) && <PastEvents event={event} />}
        <EventComments event={event} field={comment} />
        {session.may("GET /api/rule-events/:id/notifications") && <EventNotifications event={event} />}
        <EventTrigger event={event} />
        {session.may("GET /api/audit-log") && <EventAudit event={event} />}
      </div>
      <div class="event-side">
        {!isDrill(event) && <OutOfServiceHere items={outOfService.overAlarm(event)} />}
        <EventFacts event={event} template={around.state.value.value?.template} />
        {!isDrill(event) && (
          <EventGuidance
            guidance={event.guidance ??
              around.state.value.value?.template?.rules.find(({ rule_id }) => rule_id === event.rule_id)}
          />
        )}
      </div>
    </div>
  );
}

function isDrill({ flags }: RuleEvent): boolean {
  return flags.includes("drill");
}

interface ReadOptions {
  event: RuleEvent;
  signal: AbortSignal;
}

/** Undefined if the template is deleted, and for Andon's own events. */
async function templateOf(api: Api, { event: { template_id: id }, signal }: ReadOptions) {
  if (id === null) return undefined;
  const read = unwrap(api.GET("/api/templates/{id}", { params: { path: { id } }, signal }));
  return (await read.catch(() => undefined))?.data;
}

async function instanceOf(api: Api, { event: { instance_id: id }, signal }: ReadOptions) {
  if (id === null) return undefined;
  const read = unwrap(api.GET("/api/instances/{id}", { params: { path: { id } }, signal }));
  return (await read.catch(() => undefined))?.data;
}
