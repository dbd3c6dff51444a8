import type { FormField } from "../../../domain/shared/form_field.ts";
import { Fact } from "../../parts/facts.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import type { Source, SourceKind } from "./source_model.ts";

/** The settings for roles that may not change them. */
export function SourceFacts({ kind, source }: { kind: SourceKind; source: Source }) {
  const seconds = (value: number) => `${numberText(value)} s`;
  return (
    <dl class="facts">
      {Object.entries(kind.fields).map(([name, field]) => (
        <Fact key={name} name={field.label}>{settingText(field, source.config[name])}</Fact>
      ))}
      {Object.entries(kind.secrets).map(([name, { label }]) => (
        <Fact key={name} name={label}>{source.stored_secrets.includes(name) ? "Stored" : "None"}</Fact>
      ))}
      {!kind.stores_arrivals && (
        <>
          <Fact name="Change feed">{source.change_feed === "auto" ? "Automatic" : "Off"}</Fact>
          <Fact name="Polling interval">{seconds(source.poll_seconds)}</Fact>
          <Fact name="Requests per minute">
            {source.requests_per_minute === null ? "No limit" : numberText(source.requests_per_minute)}
          </Fact>
        </>
      )}
      <Fact name="Discovery">
        {source.discovery_minutes === 0 ? "By hand" : `Every ${numberText(source.discovery_minutes)} min`}
      </Fact>
      <Fact name="Wait for late values">
        {source.wait_seconds === null ? "Automatic" : seconds(source.wait_seconds)}
      </Fact>
      <Fact name="Maximum age of values">
        {source.max_age_seconds === 0 ? "No limit" : seconds(source.max_age_seconds)}
      </Fact>
      <Fact name="Counts as lost after">{seconds(source.source_lost_seconds)}</Fact>
      <Fact name="Correction horizon">{`${numberText(source.correction_horizon_hours)} h`}</Fact>
    </dl>
  );
}

/** A setting as people read it. */
function settingText(field: FormField, value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (Array.isArray(value)) {
    return field.input === "lines" ? value.join(", ") : countText(value.length, "item");
  }
  if (field.input === "check") return value === true ? "Yes" : "No";
  if (field.input === "select") {
    return field.options.find((one) => one.value === value)?.label ?? String(value);
  }
  return typeof value === "number" ? numberText(value) : String(value);
}
