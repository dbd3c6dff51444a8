import { unwrap } from "../../api/client.ts";
import { type Area, useAreas } from "../../parts/areas.ts";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { Field, TextField } from "../../parts/form/fields.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { countText } from "../../parts/numbers.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { Empty } from "../../parts/states.tsx";
import type { Column } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";

type Places = ReadonlyMap<string, PlantLocation>;

/** Areas of responsibility: named sets of plant nodes. */
export default function AreasPage() {
  const { session } = useConsole();
  const areas = useAreas();
  const plant = usePlant();
  const mayChange = session.may("POST /api/areas");
  const places = plant.state.value.value?.places ?? new Map<string, PlantLocation>();
  const columns: readonly Column<Area>[] = [
    {
      key: "name",
      title: "Area",
      width: "minmax(0, 1fr)",
      compare: (a, b) => a.name.localeCompare(b.name),
      cell: ({ id, name }) => mayChange ? <a href={`/settings/areas?open=${id}`}>{name}</a> : name,
    },
    {
      key: "nodes",
      title: "Locations",
      width: "minmax(0, 2fr)",
      cell: ({ plant_node_ids }) => namesOf(plant_node_ids, places),
    },
  ];
  return (
    <ListPage
      title="Areas"
      resource={areas}
      create={mayChange && "New area"}
      empty={
        <Empty title="No area yet">
          <p>
            An area is a part of the plant that people are responsible for. Everybody sees the whole plant; a
            role in an area lets somebody act there only.
          </p>
          {places.size === 0 && <a href="/plant">Create the plant model first</a>}
        </Empty>
      }
      form={(area, close) => <AreaForm area={area} places={places} onClose={close} />}
      columns={columns}
    />
  );
}

const MOST_NAMED = 4;

function namesOf(ids: readonly string[], places: Places): string {
  const names = ids.slice(0, MOST_NAMED).map((id) => places.get(id)?.path ?? id);
  const more = ids.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${countText(more, "more location")}` : "");
}

interface AreaFormProps {
  area: Area | undefined;
  places: Places;
  onClose(): void;
}

function AreaForm({ area, places, onClose }: AreaFormProps) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { name: area?.name ?? "", plant_node_ids: area?.plant_node_ids ?? [] as string[] },
    check: ({ plant_node_ids }) =>
      plant_node_ids.length === 0
        ? [{ path: "plant_node_ids", message: "Select at least one location" }]
        : [],
    async send(body) {
      const { message } = area === undefined
        ? await unwrap(api.POST("/api/areas", { body }))
        : await unwrap(api.PUT("/api/areas/{id}", { params: { path: { id: area.id } }, body }));
      toasts.done(message);
      onClose();
    },
  });

  return (
    <FormDialog
      title={area?.name ?? "New area"}
      action={area === undefined ? "Create area" : "Save"}
      form={form}
      onClose={onClose}
      removal={area && {
        title: `Delete ${area.name}?`,
        text:
          "The locations and their events stay. An area in which somebody has a role, or that a screen shows, " +
          "cannot be deleted.",
        action: "Delete area",
        act: () => unwrap(api.DELETE("/api/areas/{id}", { params: { path: { id: area.id } } })),
      }}
    >
      <TextField path="name" label="Name" autofocus />
      <Field path="plant_node_ids" label="Locations" hint="What is below a location belongs to the area too">
        {({ value, set, attributes: { id, ...described } }) => (
          <NodeChoice
            places={places}
            chosen={Array.isArray(value) ? value.map(String) : []}
            set={set}
            attributes={{ id, ...described }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

interface NodeChoiceProps {
  places: Places;
  chosen: readonly string[];
  set(chosen: string[]): void;
  attributes: { id: string; "aria-describedby"?: string };
}

/** The plant model as check boxes; a location below a selected one is part of it. */
function NodeChoice({ places, chosen, set, attributes }: NodeChoiceProps) {
  return (
    <div class="choice-list" role="group" aria-label="Locations" tabIndex={-1} {...attributes}>
      {[...places].map(([id, { node, ids }]) => {
        const isBelow = ids.slice(0, -1).some((above) => chosen.includes(above));
        return (
          <label key={id} style={{ paddingInlineStart: `${(ids.length - 1) * 20}px` }}>
            <input
              type="checkbox"
              checked={isBelow || chosen.includes(id)}
              disabled={isBelow}
              onChange={() => set(toggled(id, { chosen, places }))}
            />
            {node.name}
          </label>
        );
      })}
    </div>
  );
}

/** Selecting a location drops the selected ones below it, which are part of it. */
function toggled(id: string, { chosen, places }: { chosen: readonly string[]; places: Places }): string[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  return [...chosen.filter((one) => places.get(one)?.ids.includes(id) !== true), id];
}
