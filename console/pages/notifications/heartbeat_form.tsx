import { HEARTBEAT_LIMITS } from "../../../domain/heartbeat/limits.ts";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { CheckField, NumberField, SelectField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import type { HeartbeatWithAddress } from "./heartbeat_address.tsx";
import { DEADLINE_UNITS, deadlineIn, deadlineSeconds, type Heartbeat } from "./heartbeat_model.ts";

interface HeartbeatFormProps {
  heartbeat: Heartbeat | undefined;
  onClose(): void;
  /** A new address, which is shown only once. */
  onAddress(heartbeat: HeartbeatWithAddress): void;
}

const { leastDeadlineSeconds: least, mostDeadlineSeconds: most } = HEARTBEAT_LIMITS;

/** Creates or edits a heartbeat of another system. */
export function HeartbeatForm({ heartbeat, onClose, onAddress }: HeartbeatFormProps) {
  const { api, toasts, dialogs } = useConsole();
  const actions = useActions();
  const params = { path: { name: heartbeat?.name ?? "" } };
  const form = useForm({
    initial: {
      name: heartbeat?.name ?? "",
      description: heartbeat?.description ?? "",
      severity: heartbeat?.severity ?? "error" as const,
      counts_from_creation: heartbeat?.counts_from_creation ?? false,
      ...deadlineIn(heartbeat?.deadline_seconds ?? 3_600),
    },
    check: (values) => {
      const seconds = deadlineSeconds(values);
      return seconds < least || seconds > most
        ? [{ path: "deadline", message: "Must be from 1 minute to 7 days" }]
        : [];
    },
    async send({ name, deadline, unit, ...values }) {
      const body = { ...values, deadline_seconds: deadlineSeconds({ deadline, unit }) };
      if (heartbeat === undefined) {
        const { data } = await unwrap(api.POST("/api/heartbeats", { body: { ...body, name } }));
        onClose();
        return onAddress(data);
      }
      toasts.done((await unwrap(api.PUT("/api/heartbeats/{name}", { params, body }))).message);
      onClose();
    },
  });

  async function renew(): Promise<void> {
    const isConfirmed = await dialogs.confirm({
      title: "Create a new address?",
      text: "The present address ends at once; its sender needs the new one.",
      action: "Create a new address",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      const { data } = await unwrap(api.POST("/api/heartbeats/{name}/address", { params }));
      onClose();
      onAddress(data);
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  async function remove({ name }: Heartbeat): Promise<void> {
    const isDone = await actions.confirmed({
      title: `Delete ${name}?`,
      text: "Its address ends, and so does its event if it is missed.",
      action: "Delete heartbeat",
    }, () => unwrap(api.DELETE("/api/heartbeats/{name}", { params })));
    if (isDone) onClose();
  }

  return (
    <FormDialog
      title={heartbeat?.name ?? "New heartbeat"}
      action={heartbeat === undefined ? "Create heartbeat" : "Save"}
      form={form}
      onClose={onClose}
      more={heartbeat !== undefined && (
        <>
          <button type="button" class="danger" onClick={() => remove(heartbeat)}>Delete</button>
          <button type="button" onClick={renew}>New address</button>
        </>
      )}
    >
      {heartbeat === undefined && (
        <TextField
          path="name"
          label="Name"
          hint="Lower-case letters, digits, - and _; it is part of the address and cannot be changed"
          spellcheck={false}
          autofocus
        />
      )}
      <div class="field-pair">
        <NumberField
          path="deadline"
          label="Deadline"
          hint="The longest time between two beats"
          min={1}
          step="any"
        />
        <SelectField
          path="unit"
          label="Unit"
          options={DEADLINE_UNITS.map(({ value, label }) => ({ value, label }))}
        />
      </div>
      <SelectField
        path="severity"
        label="Severity of the event"
        options={SEVERITIES.map(({ name, title }) => ({ value: name, label: title }))}
      />
      <CheckField
        path="counts_from_creation"
        label="The first deadline counts from the creation"
        hint="Otherwise it counts from the first beat"
      />
      <TextAreaField path="description" label="Description (optional)" rows={2} />
    </FormDialog>
  );
}
