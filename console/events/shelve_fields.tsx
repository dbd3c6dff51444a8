import { NumberField, TextField } from "../parts/form/fields.tsx";
import type { FormHandle } from "../parts/form/use_form.ts";

const PRESETS = [15, 60, 240, 480];

/** For how long, and why. */
export function ShelveFields({ form }: { form: FormHandle<{ minutes: number | null; reason: string }> }) {
  return (
    <>
      <div class="buttons presets">
        {PRESETS.map((minutes) => (
          <button
            key={minutes}
            type="button"
            aria-pressed={form.at("minutes") === minutes}
            onClick={() => form.set("minutes", minutes)}
          >
            {minutes < 60 ? `${minutes} min` : `${minutes / 60} h`}
          </button>
        ))}
      </div>
      <NumberField path="minutes" label="Minutes" min={1} max={1440} hint="1 to 1,440" autofocus />
      <TextField path="reason" label="Reason" />
    </>
  );
}
