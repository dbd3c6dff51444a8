import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/form/form.tsx";
import { MomentField } from "../../parts/form/moment_field.tsx";
import { MOMENT_ISSUES } from "../../parts/form/moment_text.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";

interface ShiftTimeDialogProps {
  fromMs: number;
  set(ms: number): void;
  onClose(): void;
}

const HOURS = [8, 12, 24];

/** Takes the time at which a person came on shift. */
export function ShiftTimeDialog({ fromMs, set, onClose }: ShiftTimeDialogProps) {
  const { time } = useConsole();
  const form = useForm({
    initial: { at: time.field(fromMs).slice(0, 16) },
    check: ({ at }) => {
      const ms = time.fromField(at);
      if (Number.isNaN(ms)) return [{ path: "at", message: MOMENT_ISSUES.moment }];
      return ms > Date.now() ? [{ path: "at", message: "Enter a time that has passed" }] : [];
    },
    send: ({ at }) => Promise.resolve(set(time.fromField(at))),
  });
  return (
    <Dialog title="When did you come on?" onClose={onClose}>
      <Form form={form} action="Show" more={<button type="button" onClick={onClose}>Cancel</button>}>
        <div class="buttons presets">
          {HOURS.map((hours) => (
            <button
              key={hours}
              type="button"
              onClick={() => set(Date.now() - hours * 3_600_000)}
            >
              {hours} h ago
            </button>
          ))}
        </div>
        <MomentField path="at" label="Time" />
      </Form>
    </Dialog>
  );
}
