import { SCREEN_LIMITS } from "../../../domain/screen/start_page.ts";
import { type Schemas, unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { useRead } from "../../live/use_read.ts";
import { type Area, useAreas } from "../../parts/areas.ts";
import { Field, NumberField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { Empty } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";

type Screen = Schemas["Screen"];

/** Offered distances in meters; the API takes others too. */
const READING_DISTANCES = [2, 5];

/** The wall screens: browsers that show the event wall without a person. */
export default function ScreensPage() {
  const screens = useRead("/api/screens", { changes: ["screen"] });
  return (
    <ListPage
      title="Screens"
      resource={screens}
      create="Pair a screen"
      empty={
        <Empty title="No screen yet">
          <p>
            A screen shows the event wall without a signed-in person. Open{" "}
            <code>{location.origin}/screen</code> on it, then enter here the code that it shows.
          </p>
        </Empty>
      }
      form={(screen, close) => <ScreenForm screen={screen} onClose={close} />}
    >
      {(rows, show) => <ScreenTable rows={rows} show={show} />}
    </ListPage>
  );
}

function ScreenTable({ rows, show }: { rows: readonly Screen[]; show(id: number): void }) {
  const { api, time } = useConsole();
  const actions = useActions();
  const areas = useAreas().state.value.value ?? [];

  async function end({ id }: Screen): Promise<void> {
    await actions.run(() => unwrap(api.DELETE("/api/screens/{id}", { params: { path: { id } } })));
  }

  const columns: readonly Column<Screen>[] = [
    {
      key: "name",
      title: "Screen",
      width: "minmax(0, 1fr)",
      compare: (a, b) => a.name.localeCompare(b.name),
      cell: ({ id, name }) => <a href={`/settings/screens?open=${id}`}>{name}</a>,
    },
    {
      key: "start_page",
      title: "Start page",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      cell: ({ start_page }) => start_page,
    },
    {
      key: "areas",
      title: "Areas",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      cell: ({ areas: ids }) =>
        ids.length === 0 ? <span class="muted">Whole plant</span> : areaNames(ids, areas),
    },
    {
      key: "used",
      title: "Last used",
      width: "190px",
      narrowWidth: "130px",
      compare: (a, b) => a.last_used_at.localeCompare(b.last_used_at),
      cell: ({ last_used_at }) => time.named(Date.parse(last_used_at)),
    },
    {
      key: "address",
      title: "Address",
      width: "140px",
      wideOnly: true,
      cell: ({ address }) => address ?? <span class="muted">Unknown</span>,
    },
    {
      key: "device",
      title: "Device",
      width: "160px",
      wideOnly: true,
      cell: ({ device }) => device ?? <span class="muted">Unknown</span>,
    },
    {
      key: "act",
      title: "Actions",
      width: "80px",
      narrowWidth: "56px",
      align: "end",
      cell: (row) => (
        <button
          type="button"
          class="link"
          aria-label={`End ${row.name}`}
          onClick={() => end(row)}
        >
          End
        </button>
      ),
    },
  ];
  return (
    <VirtualTable
      label="Screens"
      columns={columns}
      rows={rows}
      onOpen={({ id }) => show(id)}
      rowHeight={40}
    />
  );
}

function areaNames(ids: readonly number[], areas: readonly Area[]): string {
  return areas.filter(({ id }) => ids.includes(id)).map(({ name }) => name).join(", ");
}

/** Pairs a screen by its code, or changes its name, start page and areas. */
function ScreenForm({ screen, onClose }: { screen: Screen | undefined; onClose(): void }) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: {
      code: "",
      name: screen?.name ?? "",
      start_page: screen?.start_page ?? "/wall",
      areas: screen?.areas ?? [] as number[],
      distance: String(screen?.viewing?.distance_meters ?? ""),
      viewing: { diagonal_inches: screen?.viewing?.diagonal_inches ?? null as number | null },
    },
    check: ({ code, distance, viewing }) => [
      ...screen === undefined && !/^\d{6}$/.test(code.replace(/\s/g, ""))
        ? [{ path: "code", message: "Enter the six digits that the screen shows" }]
        : [],
      ...distance !== "" && viewing.diagonal_inches === null
        ? [{
          path: "viewing.diagonal_inches",
          message: "Enter the size, which the height of the text follows",
        }]
        : [],
    ],
    async send({ code, distance, viewing: { diagonal_inches }, ...given }) {
      const viewing = distance === "" || diagonal_inches === null
        ? null
        : { distance_meters: Number(distance), diagonal_inches };
      const values = { ...given, viewing };
      const { message } = screen === undefined
        ? await unwrap(api.POST("/api/screens", { body: { ...values, code: code.replace(/\s/g, "") } }))
        : await unwrap(api.PUT("/api/screens/{id}", { params: { path: { id: screen.id } }, body: values }));
      toasts.done(message);
      onClose();
    },
  });
  const stored = screen?.viewing?.distance_meters;
  const distances = [...new Set([...READING_DISTANCES, ...stored === undefined ? [] : [stored]])];
  return (
    <FormDialog
      title={screen?.name ?? "Pair a screen"}
      action={screen === undefined ? "Pair" : "Save"}
      form={form}
      onClose={onClose}
    >
      {screen === undefined && (
        <>
          <p class="muted">
            Open <code>{location.origin}/screen</code> on the screen. It shows a code.
          </p>
          <TextField path="code" label="Code" autocomplete="off" spellcheck={false} autofocus />
        </>
      )}
      <TextField path="name" label="Name" hint="Where it hangs; shown on the screen and in the audit log" />
      <TextField
        path="start_page"
        label="Start page"
        hint="The event wall with its filters: set up a wall, then copy its address from /wall on"
        spellcheck={false}
      />
      <SelectField
        path="distance"
        label="Read from"
        hint="From there, machines, values and counts are large enough; what does not fit is on the next page"
        options={[
          { value: "", label: "Not said" },
          ...distances.map((meters) => ({ value: String(meters), label: `${meters} m` })),
        ]}
      />
      {form.at("distance") !== "" && (
        <NumberField
          path="viewing.diagonal_inches"
          label="Size in inches"
          hint="The diagonal of the picture, such as 55"
          min={SCREEN_LIMITS.inches.min}
          max={SCREEN_LIMITS.inches.max}
          step="any"
        />
      )}
      <AreaFields />
    </FormDialog>
  );
}

/** The areas that the screen's wall shows; absent in a plant without areas. */
function AreaFields() {
  const areas = useAreas().state.value.value ?? [];
  if (areas.length === 0) return null;
  return (
    <Field
      path="areas"
      label="Areas"
      hint="Nothing selected: the whole plant, which the header always counts"
    >
      {({ value, set, attributes: { id, ...described } }) => {
        const chosen = Array.isArray(value) ? value.map(Number) : [];
        return (
          <div class="choice-list" role="group" aria-label="Areas" tabIndex={-1} id={id} {...described}>
            {areas.map((area) => {
              const isChosen = chosen.includes(area.id);
              return (
                <label key={area.id}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    disabled={!isChosen && chosen.length >= SCREEN_LIMITS.areas}
                    onChange={() =>
                      set(isChosen ? chosen.filter((one) => one !== area.id) : [...chosen, area.id])}
                  />
                  {area.name}
                </label>
              );
            })}
          </div>
        );
      }}
    </Field>
  );
}
