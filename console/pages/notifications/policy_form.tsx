import { Plus, X } from "lucide";
import { POLICY_LIMITS, UNTIL_ANSWERED } from "../../../domain/notification_policy/limits.ts";
import { unwrap } from "../../api/client.ts";
import { useAreas } from "../../parts/areas.ts";
import { CheckField, NumberField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { Icon } from "../../parts/icon.tsx";
import { usePlant, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { EditedPreview } from "./edited_preview.tsx";
import { PickedList } from "./picked_list.tsx";
import { FLAG_TEXTS, type Policy, repeatText } from "./policy_sentence.ts";
import { bodyOf, type PolicyValue, valueOf } from "./policy_value.ts";
import { type Option, useRecipientOptions } from "./use_policies.ts";

interface PolicyFormProps {
  policy: Policy | undefined;
  onClose(): void;
}

/** Creates, edits or deletes a policy. */
export function PolicyForm({ policy, onClose }: PolicyFormProps) {
  const { api, toasts } = useConsole();
  const form = useForm<PolicyValue>({
    initial: valueOf(policy),
    async send(value) {
      const body = bodyOf(value);
      const { message } = policy === undefined
        ? await unwrap(api.POST("/api/notification-policies", { body }))
        : await unwrap(
          api.PUT("/api/notification-policies/{id}", { params: { path: { id: policy.id } }, body }),
        );
      toasts.done(message);
      onClose();
    },
  });

  const isLast = policy?.is_last === true;
  return (
    <FormDialog
      title={policy?.name ?? "New policy"}
      action={policy === undefined ? "Create policy" : "Save"}
      form={form}
      onClose={onClose}
      wide
      removal={policy === undefined || isLast ? undefined : {
        title: `Delete ${policy.name}?`,
        text: "Its escalations end. Events that it has told nobody of go to the policies that are left.",
        action: "Delete policy",
        act: () =>
          unwrap(api.DELETE("/api/notification-policies/{id}", { params: { path: { id: policy.id } } })),
      }}
    >
      <div class="policy-editor">
        <div class="policy-fields">
          <TextField path="name" label="Name" autofocus={policy === undefined} />
          {isLast ? <p class="muted">It takes every event that no other policy takes.</p> : <MatchFields />}
          <Steps />
          <fieldset>
            <legend>Until</legend>
            <PickedList
              path="stop_on"
              label="Stops when somebody"
              none="Nothing"
              add="Add another"
              groups={one([
                { value: "acknowledge", label: "acknowledges the event" },
                { value: "close", label: "closes it, or it closes by itself" },
                { value: "shelve", label: "shelves it" },
              ])}
            />
            <div class="policy-numbers">
              <SelectField path="repeat" label="Repeat all steps" options={REPEATS} />
              <NumberField path="repeat_interval_minutes" label="Minutes between rounds" min={1} />
            </div>
            <SelectField path="hours" label="When" options={HOURS} />
            <CheckField path="notify_resolved" label="Tell everybody who was told when the event closes" />
          </fieldset>
          <details>
            <summary>Grouping and the next policies</summary>
            <PickedList
              path="group_by"
              label="Events share messages that agree in"
              none="All events of this policy share messages"
              add="Add a field"
              groups={one([
                { value: "plant_node", label: "location" },
                { value: "template", label: "template" },
                { value: "category", label: "category" },
                { value: "instance", label: "instance" },
              ])}
            />
            <div class="policy-numbers">
              <NumberField
                path="group_wait_seconds"
                label="Wait for others, seconds"
                hint="Critical events do not wait"
                min={0}
              />
              <NumberField path="group_interval_seconds" label="Between messages, seconds" min={0} />
            </div>
            {!isLast && <CheckField path="continue" label="Ask the next policies too" />}
          </details>
        </div>
        <EditedPreview
          value={form.values.value}
          policy={policy}
          isSaved={policy !== undefined && !form.isDirty.value}
        />
      </div>
    </FormDialog>
  );
}

const HOURS = [
  { value: "always", label: "At any time" },
  { value: "working_hours", label: "In working hours; critical at any time" },
];

const { min, max } = POLICY_LIMITS.repeat;
const COUNTS = Array.from({ length: max - min + 1 }, (_, at) => min + at);
const REPEATS = [...COUNTS, UNTIL_ANSWERED].map((value) => ({ value, label: repeatText(value) }));

function one(options: readonly Option[]) {
  return [{ kind: "", options }];
}

/** Which events the policy takes. */
function MatchFields() {
  const areas = useAreas().state.value.value ?? [];
  const places = usePlant().state.value.value?.places ?? new Map();
  const templates = [...useTemplateBriefs().state.value.value?.values() ?? []];
  const categories = [...new Set(templates.map(({ category }) => category))].toSorted();
  return (
    <fieldset>
      <legend>Which events</legend>
      <div class="policy-match">
        <PickedList
          path="match.severities"
          label="Severities"
          none="Any"
          add="Add a severity"
          groups={one(SEVERITIES.map(({ name, title }) => ({ value: name, label: title })))}
        />
        <PickedList
          path="match.area_ids"
          label="Areas"
          none="Anywhere"
          add="Add an area"
          groups={one(areas.map(({ id, name }) => ({ value: String(id), label: name })))}
        />
        <PickedList
          path="match.plant_node_ids"
          label="Locations, with what is below"
          none="Anywhere"
          add="Add a location"
          groups={one([...places].map(([value, { path }]) => ({ value, label: path })))}
        />
        <PickedList
          path="match.categories"
          label="Categories"
          none="Any"
          add="Add a category"
          groups={one(categories.map((value) => ({ value, label: value })))}
        />
        <PickedList
          path="match.template_ids"
          label="Templates"
          none="Any"
          add="Add a template"
          groups={one(templates.map(({ id, name }) => ({ value: String(id), label: name })))}
        />
        <PickedList
          path="match.flags"
          label="Marks"
          none="Any"
          add="Add a mark"
          groups={one(Object.entries(FLAG_TEXTS).map(([value, label]) => ({ value, label })))}
        />
      </div>
    </fieldset>
  );
}

/** Who is called, and when. */
function Steps() {
  const { form } = useFormContext();
  const recipients = useRecipientOptions();
  const value = form.at("steps");
  const steps: unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset>
      <legend>Who is called</legend>
      {steps.length === 0 && <p class="muted">Without a step, the fallback contact point is told.</p>}
      {steps.map((_, at) => (
        <div key={at} class="policy-step" role="group" aria-label={`Step ${at + 1}`}>
          <NumberField path={`steps.${at}.after_minutes`} label="After minutes" min={0} />
          <PickedList
            path={`steps.${at}.to`}
            label={`Step ${at + 1} calls`}
            none="Nobody yet"
            add="Add somebody"
            groups={recipients}
          />
          <button
            type="button"
            aria-label={`Remove step ${at + 1}`}
            onClick={() => form.set("steps", steps.filter((_, index) => index !== at))}
          >
            <Icon node={X} />
          </button>
        </div>
      ))}
      {steps.length < POLICY_LIMITS.steps && (
        <button
          type="button"
          onClick={() => form.set("steps", [...steps, { after_minutes: steps.length * 10, to: [] }])}
        >
          <Icon node={Plus} />
          Add step
        </button>
      )}
    </fieldset>
  );
}
