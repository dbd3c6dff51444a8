import { unwrap } from "../api/client.ts";
import { SelectField, TextAreaField, TextField } from "../parts/form/fields.tsx";
import { FormDialog } from "../parts/form/form_dialog.tsx";
import { MomentField } from "../parts/form/moment_field.tsx";
import { MOMENT_ISSUES } from "../parts/form/moment_text.ts";
import { type FormHandle, useForm } from "../parts/form/use_form.ts";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import { endPresets, shiftEnd, USUAL_MS } from "./out_of_service_text.ts";
import type { OutOfService, Scope } from "./use_out_of_service.ts";

/** What can be taken out of service, in words: "Pump 1, with all its alarms". */
export interface ScopeChoice {
  scope: Scope;
  label: string;
}

interface Values {
  /** The place of the choice. */
  scope: number;
  starts_at: string;
  ends_at: string;
  reason: string;
  work_order: string;
}

interface DialogProps {
  onClose(): void;
}

/** Takes one of several things out of service: now, or from a begin on. */
export function TakeOutOfServiceDialog(
  { choices, onClose }: DialogProps & { choices: readonly ScopeChoice[] },
) {
  const { api, time, toasts } = useConsole();
  const nowMs = useNow().value;
  const form = useForm<Values>({
    initial: {
      ...{ scope: 0, starts_at: "", reason: "", work_order: "" },
      ends_at: time.field(nowMs + USUAL_MS).slice(0, 16),
    },
    check: (values) => timeIssues(values, time),
    async send(values) {
      const { scope } = choices[values.scope]!;
      const body = { scope, ...bodyOf(values, time) };
      toasts.done((await unwrap(api.POST("/api/out-of-service", { body }))).message);
      onClose();
    },
  });
  return (
    <FormDialog title="Take out of service" action="Take out of service" form={form} onClose={onClose}>
      <SelectField
        path="scope"
        label="What"
        options={choices.map(({ label }, value) => ({ value, label }))}
      />
      <Fields form={form} isPlanned />
      <p class="muted">
        Its events are raised and stored, but hidden, and nobody is called. It comes back by itself.
      </p>
    </FormDialog>
  );
}

/** Extends, shortens or describes one that runs or is planned. */
export function ChangeOutOfServiceDialog({ item, onClose }: DialogProps & { item: OutOfService }) {
  const { api, time, toasts } = useConsole();
  const isPlanned = item.state === "planned";
  const field = (text: string) => time.field(Date.parse(text)).slice(0, 16);
  const form = useForm<Values>({
    initial: {
      scope: 0,
      starts_at: isPlanned ? field(item.starts_at) : "",
      ends_at: field(item.ends_at),
      reason: item.reason,
      work_order: item.work_order ?? "",
    },
    check: (values) => timeIssues(values, time),
    async send(values) {
      const params = { path: { id: item.id } }, body = bodyOf(values, time);
      toasts.done((await unwrap(api.PUT("/api/out-of-service/{id}", { params, body }))).message);
      onClose();
    },
  });
  return (
    <FormDialog title={`${item.name}, out of service`} action="Save" form={form} onClose={onClose}>
      <Fields form={form} isPlanned={isPlanned} />
    </FormDialog>
  );
}

function Fields({ form, isPlanned }: { form: FormHandle<Values>; isPlanned: boolean }) {
  const { time, preferences, session } = useConsole();
  const nowMs = useNow().value, givenMs = time.fromField(form.values.value.starts_at);
  const shiftEndMs = shiftEnd({
    stored: preferences.shift.value,
    username: session.user.value?.username ?? "",
  });
  const presets = endPresets({ beginMs: Number.isNaN(givenMs) ? nowMs : givenMs, shiftEndMs });
  return (
    <>
      <TextAreaField path="reason" label="Reason" rows={2} autofocus />
      <div class="buttons presets" role="group" aria-label="Ends">
        {presets.map(({ label, ms }) => {
          const value = time.field(ms).slice(0, 16);
          return (
            <button
              key={label}
              type="button"
              aria-pressed={form.values.value.ends_at === value}
              onClick={() => form.set("ends_at", value)}
            >
              {label}
            </button>
          );
        })}
      </div>
      <MomentField path="ends_at" label="Ends" hint="At most 30 days after it begins" />
      {isPlanned && <MomentField path="starts_at" label="Begins" hint="Empty: now" />}
      <TextField path="work_order" label="Work order (optional)" maxLength={100} />
    </>
  );
}

type Time = Pick<ReturnType<typeof useConsole>["time"], "fromField">;

function timeIssues({ starts_at, ends_at }: Values, time: Time) {
  const isWrong = (text: string) => Number.isNaN(time.fromField(text));
  return [
    ...isWrong(ends_at) ? [{ path: "ends_at", message: MOMENT_ISSUES.moment }] : [],
    ...starts_at !== "" && isWrong(starts_at) ? [{ path: "starts_at", message: MOMENT_ISSUES.moment }] : [],
  ];
}

function bodyOf({ starts_at, ends_at, reason, work_order }: Values, time: Time) {
  const iso = (text: string) => new Date(time.fromField(text)).toISOString();
  return {
    ...starts_at !== "" && { starts_at: iso(starts_at) },
    ends_at: iso(ends_at),
    reason,
    work_order: work_order.trim() === "" ? null : work_order,
  };
}
