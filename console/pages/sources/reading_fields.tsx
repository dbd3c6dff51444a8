import { NumberField, SelectField } from "../../parts/form/fields.tsx";
import type { SourceKind } from "./source_model.ts";

/** How a source is read and evaluated. A kind that stores what arrives is not polled. */
export function ReadingFields({ kind }: { kind: SourceKind }) {
  return (
    <>
      <h3>Reading</h3>
      <div class="field-pair">
        {!kind.stores_arrivals && (
          <>
            {kind.capabilities.feed && (
              <SelectField
                path="change_feed"
                label="Change feed"
                hint="Off: streams are read one by one"
                options={[{ value: "auto", label: "Automatic" }, { value: "off", label: "Off" }]}
              />
            )}
            <NumberField path="poll_seconds" label="Polling interval, seconds" hint="0.1 to 86,400" />
            <NumberField
              path="requests_per_minute"
              label="Requests per minute"
              hint={`1 to 100,000${kind.is_of_configuration ? "; simulator: no limit" : ""}`}
            />
          </>
        )}
        <NumberField
          path="discovery_minutes"
          label="Discovery every, minutes"
          hint="0 to 10,080; 0: only by hand"
        />
        <NumberField
          path="wait_seconds"
          label="Wait for late values, seconds"
          hint={`0 to 3,600${
            kind.stores_arrivals ? "" : "; empty: 10 with a change feed, else the polling interval + 5"
          }`}
        />
      </div>
      <h3>Evaluation</h3>
      <div class="field-pair">
        <NumberField
          path="max_age_seconds"
          label="Maximum age of values, seconds"
          hint="0: no limit; rules can set their own"
        />
        <NumberField
          path="source_lost_seconds"
          label="Source counts as lost after, seconds"
          hint="1 to 86,400"
        />
        <NumberField
          path="correction_horizon_hours"
          label="Correction horizon, hours"
          hint="0 to 8,760; late and changed values within it correct events"
        />
      </div>
    </>
  );
}
