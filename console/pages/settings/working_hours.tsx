import { unwrap } from "../../api/client.ts";
import { TextAreaField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { HoursFields, hoursText, type HoursValue } from "../../parts/hours_field.tsx";
import { useConsole } from "../../shell/console.ts";

const DAY_SHIFT: HoursValue = { weekdays: [1, 2, 3, 4, 5], from: "06:00", to: "22:00" };

/** When the plant works, and its holidays. */
export function WorkingHours({ hours, holidays }: { hours: HoursValue[]; holidays: string[] }) {
  const { api, session, toasts } = useConsole();
  const form = useForm({
    initial: { working_hours: hours, holidays: holidays.join("\n") },
    async send({ working_hours, holidays: text }) {
      const body = { working_hours, holidays: text.split(/[\s,;]+/).filter((one) => one !== "") };
      const { message } = await unwrap(api.PUT("/api/plant-settings", { body }));
      toasts.done(message);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);
  if (!session.may("PUT /api/plant-settings")) {
    return (
      <p>
        {hours.length === 0 ? "Always" : hours.map(hoursText).join("; ")}
        {holidays.length > 0 && `, not on ${holidays.join(", ")}`}.
      </p>
    );
  }
  return (
    <Form form={form} action="Save">
      <HoursFields path="working_hours" label="Hours" none="Always" fresh={DAY_SHIFT} />
      <TextAreaField
        path="holidays"
        label="Holidays (optional)"
        hint="One date a line, such as 2026-12-25. No working hours begin on these days"
      />
      <p class="muted">
        In the plant's time zone. Notification policies may wait for these hours with events that are not
        critical. On-call rosters may have turns on working days only: days on which these hours begin.
      </p>
    </Form>
  );
}
