import { CONTACT_POINT_LIMITS } from "../../../domain/contact_point/limits.ts";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useRead } from "../../live/use_read.ts";
import { NumberField, SelectField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import type { OpenItem } from "../../parts/open_item.ts";
import { countText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import { useInterval } from "../../parts/use_interval.ts";
import { useConsole } from "../../shell/console.ts";
import type { ContactPoint } from "./contact_point_model.ts";
import { type HeartbeatStatus, outgoingText } from "./heartbeat_model.ts";
import { useHeartbeatStatus } from "./use_heartbeats.ts";

type SendingPoint = HeartbeatStatus["contact_points"][number];

const REFRESH_MS = 15_000;

/** By which contact points Andon's own heartbeat leaves, and what holds it back. */
export function OutgoingHeartbeatPanel({ open, show, close }: OpenItem) {
  const { session } = useConsole();
  const status = useHeartbeatStatus();
  useInterval(status.reload, REFRESH_MS);
  const mayChange = session.may("PUT /api/contact-points/:id");
  const sending = status.state.value.value?.contact_points ?? [];
  const opened = sending.find(({ id }) => `point-${id}` === open);
  return (
    <section class="panel" aria-label="From Andon">
      <div class="panel-head">
        <h2>From Andon</h2>
        {mayChange && (
          <button type="button" onClick={() => show("point-new")}>
            Send by a contact point
          </button>
        )}
      </div>
      <Loaded resource={status}>
        {(seen) => (
          <>
            <p class={seen.is_held_back ? "contact-point-result failed" : "muted"} role="status">
              {outgoingText(seen)}
            </p>
            {seen.contact_points.length === 0
              ? (
                <p class="muted">
                  No contact point sends it. A service outside that expects it raises the alarm when Andon
                  stops.
                </p>
              )
              : <SendingTable rows={seen.contact_points} mayChange={mayChange} />}
          </>
        )}
      </Loaded>
      {mayChange && (open === "point-new" || opened !== undefined) && (
        <SendingForm key={open} point={opened} reload={status.reload} onClose={close} />
      )}
    </section>
  );
}

function SendingTable({ rows, mayChange }: { rows: readonly SendingPoint[]; mayChange: boolean }) {
  const { time } = useConsole();
  return (
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Contact point</th>
          <th scope="col">Every</th>
          <th scope="col">Last taken</th>
          <th scope="col" class="wide-only">Last answer</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, heartbeat_minutes, taken_at, failures, last_answer }) => (
          <tr key={id}>
            <td>{mayChange ? <a href={`/notifications/heartbeats?open=point-${id}`}>{name}</a> : name}</td>
            <td>{heartbeat_minutes} min</td>
            <td>
              {taken_at === null ? "Never" : time.named(Date.parse(taken_at))}
              {failures > 0 && <strong>, {countText(failures, "failure")}</strong>}
            </td>
            <td class="wide-only">
              <div class="contact-point-words">{last_answer === null ? "—" : answerText(last_answer)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_SHOWN = 200;

function answerText({ status, words }: NonNullable<SendingPoint["last_answer"]>): string {
  const said = words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)}…` : words;
  return [status === null ? "" : String(status), said].filter((part) => part !== "").join(": ") ||
    "No answer";
}

interface SendingFormProps {
  /** Undefined: a contact point is chosen. */
  point: SendingPoint | undefined;
  reload(): void;
  onClose(): void;
}

function SendingForm({ point, reload, onClose }: SendingFormProps) {
  const points = useRead("/api/contact-points", { changes: ["contact_point"] });
  const all = points.state.value.value;
  if (all === undefined) return null;
  const free = all.filter(({ heartbeat_minutes }) => heartbeat_minutes === null);
  return <SendingEditor point={point} free={free} reload={reload} onClose={onClose} />;
}

function SendingEditor(
  { point, free, reload, onClose }: SendingFormProps & { free: readonly ContactPoint[] },
) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: {
      id: String(point?.id ?? free[0]?.id ?? ""),
      heartbeat_minutes: point?.heartbeat_minutes ?? 1 as number | null,
    },
    check: ({ heartbeat_minutes: every }) =>
      every === null ? [{ path: "heartbeat_minutes", message: "Enter a number of minutes" }] : [],
    async send({ id, heartbeat_minutes }) {
      await save(Number(id), heartbeat_minutes);
    },
  });

  async function save(id: number, heartbeat_minutes: number | null): Promise<void> {
    const body = { heartbeat_minutes };
    const { message } = await unwrap(api.PUT("/api/contact-points/{id}", { params: { path: { id } }, body }));
    toasts.done(message);
    reload();
    onClose();
  }

  async function stop(id: number): Promise<void> {
    try {
      await save(id, null);
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  return (
    <FormDialog
      title={point === undefined ? "Send the heartbeat" : `Heartbeat by ${point.name}`}
      action="Save"
      form={form}
      onClose={onClose}
      more={point !== undefined && (
        <button type="button" class="danger" onClick={() => stop(point.id)}>Stop sending</button>
      )}
    >
      {point === undefined && (
        <SelectField
          path="id"
          label="Contact point"
          hint="Presets for Healthchecks.io, Uptime Kuma and another Andon are among the kinds of a new contact point"
          options={free.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <NumberField
        path="heartbeat_minutes"
        label="Every so many minutes"
        min={1}
        max={CONTACT_POINT_LIMITS.heartbeatMinutes}
      />
    </FormDialog>
  );
}
