import type { PlantCalendar } from "../../../domain/hours/plant_calendar.ts";
import { ROTATION_UNITS } from "../../../domain/roster/types.ts";
import { ArrowDown, ArrowUp, Plus, X } from "lucide";
import { unwrap } from "../../api/client.ts";
import { CheckField, Field, NumberField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { MomentField } from "../../parts/form/moment_field.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { HoursFields, type HoursValue } from "../../parts/hours_field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { usePlantSettings } from "../../parts/plant_settings.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { ShiftDays } from "./shift_days_list.tsx";
import { NEW_LAYER, previewOf, type RosterValue, startedNow } from "./roster_value.ts";
import { nameOfPerson, type Person, personName, type Roster, usePersons } from "./use_rosters.ts";

interface RosterFormProps {
  roster: Roster | undefined;
  onClose(): void;
}

/** Creates, edits or deletes a roster. */
export function RosterForm({ roster, onClose }: RosterFormProps) {
  const people = usePersons().state.value.value, calendar = usePlantSettings().state.value.value;
  if (people === undefined || calendar === undefined) return null;
  return <Editor roster={roster} people={people} calendar={calendar} onClose={onClose} />;
}

/** What the preview of a roster takes from the plant. */
interface PlantProps {
  people: readonly Person[];
  calendar: PlantCalendar;
}

const NIGHTS: HoursValue = { weekdays: [1, 2, 3, 4, 5], from: "22:00", to: "06:00" };

function Editor({ roster, people, calendar, onClose }: RosterFormProps & PlantProps) {
  const { api, time, toasts } = useConsole();
  const now = useNow();
  const form = useForm<RosterValue>({
    initial: {
      name: roster?.name ?? "",
      time_zone: roster?.time_zone ?? time.plantZone,
      layers: roster?.layers ?? [{ ...NEW_LAYER, name: "Everybody in turn" }],
      required_hours: roster?.required_hours ?? [],
      required_working_days_only: roster?.required_working_days_only ?? false,
    },
    async send(value) {
      const body = startedNow(value, now.value);
      const { message } = roster === undefined
        ? await unwrap(api.POST("/api/rosters", { body }))
        : await unwrap(api.PUT("/api/rosters/{id}", { params: { path: { id: roster.id } }, body }));
      toasts.done(message);
      onClose();
    },
  });

  return (
    <FormDialog
      title={roster?.name ?? "New roster"}
      action={roster === undefined ? "Create roster" : "Save"}
      form={form}
      onClose={onClose}
      wide
      removal={roster && {
        title: `Delete ${roster.name}?`,
        text:
          "Its overrides and calendar addresses go with it. A roster that a policy names cannot be deleted.",
        action: "Delete roster",
        act: () => unwrap(api.DELETE("/api/rosters/{id}", { params: { path: { id: roster.id } } })),
      }}
    >
      <TextField path="name" label="Name" autofocus={roster === undefined} />
      <TextField
        path="time_zone"
        label="Time zone"
        hint="For all times of the roster, such as Europe/Berlin"
        spellcheck={false}
      />
      <Layers people={people} />
      <HoursFields
        path="required_hours"
        label="Somebody must be on call"
        none="Always: any time without anybody is a hole."
        fresh={NIGHTS}
      />
      <CheckField path="required_working_days_only" label="Needed on working days only" />
      <Preview value={form.values.value} people={people} calendar={calendar} />
    </FormDialog>
  );
}

function Layers({ people }: { people: readonly Person[] }) {
  const { form } = useFormContext();
  const layers = layersOf(form.at("layers"));
  return (
    <>
      {layers.map((_, at) => (
        <fieldset key={at} class="on-call-layer">
          <legend>Layer {at + 1}</legend>
          <TextField path={`layers.${at}.name`} label="Name" />
          <Users path={`layers.${at}.user_ids`} people={people} />
          <div class="on-call-turn">
            <NumberField path={`layers.${at}.every`} label="Each turn takes" min={1} max={52} />
            <SelectField
              path={`layers.${at}.unit`}
              label="Unit"
              options={ROTATION_UNITS.map((value) => ({ value, label: `${value}s` }))}
            />
            <MomentField
              path={`layers.${at}.starts_on`}
              label="First turn"
              hint="Empty: begins now"
              kind="date"
              zone=""
            />
            <MomentField path={`layers.${at}.handover_time`} label="Handover at" kind="time" />
          </div>
          <CheckField
            path={`layers.${at}.working_days_only`}
            label="Working days only"
            hint="Not on holidays, nor on weekdays without working hours, as the plant settings have them. Turns of days take working days"
          />
          <HoursFields path={`layers.${at}.hours`} label="Hours" none="At all hours." fresh={NIGHTS} />
          <button
            type="button"
            onClick={() => form.set("layers", layers.filter((_, index) => index !== at))}
          >
            <Icon node={X} />
            Remove layer {at + 1}
          </button>
        </fieldset>
      ))}
      <div>
        <button type="button" onClick={() => form.set("layers", [...layers, NEW_LAYER])}>
          <Icon node={Plus} />
          Add layer
        </button>
        <p class="muted">Where two layers cover a time, the later one counts.</p>
      </div>
    </>
  );
}

function layersOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The users of a layer in the order of their turns. */
function Users({ path, people }: { path: string; people: readonly Person[] }) {
  return (
    <Field path={path} label="Users, in the order of their turns">
      {({ value, set, attributes }) => {
        const ids = Array.isArray(value) ? value.map(Number) : [];
        const move = (at: number, to: number) => set(moved(ids, at, to));
        return (
          <div class="on-call-users">
            {ids.length > 0 && (
              <ol>
                {ids.map((id, at) => {
                  const name = personName(id, people);
                  return (
                    <li key={`${id} ${at}`}>
                      <span>{name}{note(people.find((one) => one.id === id))}</span>
                      <button
                        type="button"
                        disabled={at === 0}
                        aria-label={`${name} earlier`}
                        onClick={() => move(at, at - 1)}
                      >
                        <Icon node={ArrowUp} />
                      </button>
                      <button
                        type="button"
                        disabled={at === ids.length - 1}
                        aria-label={`${name} later`}
                        onClick={() => move(at, at + 1)}
                      >
                        <Icon node={ArrowDown} />
                      </button>
                      <button
                        type="button"
                        aria-label={`Remove ${name}`}
                        onClick={() => set(ids.filter((_, index) => index !== at))}
                      >
                        <Icon node={X} />
                      </button>
                    </li>
                  );
                })}
              </ol>
            )}
            <select
              {...attributes}
              value=""
              onChange={({ currentTarget }) => {
                set([...ids, Number(currentTarget.value)]);
                currentTarget.value = "";
              }}
            >
              <option value="" disabled>Add a user</option>
              {people.filter(({ is_active }) => is_active).map((person) => (
                <option key={person.id} value={person.id}>{nameOfPerson(person)}</option>
              ))}
            </select>
          </div>
        );
      }}
    </Field>
  );
}

function note(person: Person | undefined): string {
  if (person === undefined) return "";
  if (!person.is_active) return " (disabled)";
  return person.is_reachable ? "" : " (no confirmed address)";
}

function moved(ids: readonly number[], at: number, to: number): number[] {
  const next = ids.toSpliced(at, 1);
  return next.toSpliced(to, 0, ids[at]!);
}

/** The schedule as it will be, without overrides. */
function Preview({ value, ...plant }: PlantProps & { value: RosterValue }) {
  const found = previewOf(value, { ...plant, now: useNow().value });
  return (
    <section aria-label="Preview">
      <h3>Preview of 14 days</h3>
      {found === undefined
        ? <p class="muted">Complete the layers to see who will be on call.</p>
        : <ShiftDays shifts={found} zone={value.time_zone} layers={value.layers.map(({ name }) => name)} />}
    </section>
  );
}
