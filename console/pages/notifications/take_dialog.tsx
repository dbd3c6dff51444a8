import { unwrap } from "../../api/client.ts";
import { SelectField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { MomentField } from "../../parts/form/moment_field.tsx";
import { MOMENT_ISSUES } from "../../parts/form/moment_text.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { nameOfPerson, type Roster, usePersons } from "./use_rosters.ts";

const MINUTE_MS = 60_000, USUAL_MS = 8 * 60 * MINUTE_MS;

/** Takes a roster over for a span; an engineer also puts somebody else on call. */
export function TakeDialog({ roster, onClose }: { roster: Roster; onClose(): void }) {
  const { session } = useConsole();
  // At a shared desk whoever confirms takes it over.
  return session.may("PUT /api/rosters/:id") && !session.user.value?.shared_desk
    ? <OfAnybody roster={roster} onClose={onClose} />
    : <TakeForm roster={roster} people={[]} onClose={onClose} />;
}

function OfAnybody({ roster, onClose }: { roster: Roster; onClose(): void }) {
  const people = usePersons().state.value.value;
  if (people === undefined) return null;
  const options = people.filter(({ is_active }) => is_active)
    .map((person) => ({ value: String(person.id), label: nameOfPerson(person) }));
  return <TakeForm roster={roster} people={options} onClose={onClose} />;
}

interface TakeFormProps {
  roster: Roster;
  /** Empty: only the reader. */
  people: readonly { value: string; label: string }[];
  onClose(): void;
}

function TakeForm({ roster, people, onClose }: TakeFormProps) {
  const { api, time, toasts } = useConsole();
  const now = useNow().value - useNow().value % MINUTE_MS;
  const form = useForm({
    initial: {
      user_id: "",
      from: time.field(now).slice(0, 16),
      to: time.field(now + USUAL_MS).slice(0, 16),
    },
    check: ({ from, to }) => [
      ...Number.isNaN(time.fromField(from)) ? [{ path: "from", message: MOMENT_ISSUES.moment }] : [],
      ...Number.isNaN(time.fromField(to)) ? [{ path: "to", message: MOMENT_ISSUES.moment }] : [],
    ],
    async send({ user_id, from, to }) {
      const iso = (text: string) => new Date(time.fromField(text)).toISOString();
      const body = {
        from: iso(from),
        to: iso(to),
        ...user_id !== "" && { user_id: Number(user_id) },
      };
      const params = { path: { id: roster.id } };
      const { message } = await unwrap(api.POST("/api/rosters/{id}/overrides", { params, body }));
      toasts.done(message);
      onClose();
    },
  });
  return (
    <FormDialog title={`Take over ${roster.name}`} action="Take over" form={form} onClose={onClose}>
      {people.length > 0 && (
        <SelectField path="user_id" label="Who" options={[{ value: "", label: "I" }, ...people]} />
      )}
      <MomentField path="from" label="From" />
      <MomentField path="to" label="To" autofocus />
      <p class="muted">In this time the roster calls you in place of whoever has the turn.</p>
    </FormDialog>
  );
}
