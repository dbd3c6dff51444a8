import { NODE_TYPES, type NodeType } from "../../../domain/plant/types.ts";
import { unwrap } from "../../api/client.ts";
import { useMayAt } from "../../parts/areas.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { useConsole } from "../../shell/console.ts";
import { childTypesOf, parentOf, parentsFor, typesFor, typeText } from "./plant_model.ts";

interface NewNodeProps {
  /** Undefined for a root. */
  parent: PlantLocation | undefined;
  onClose(): void;
  onDone(id: string): void;
}

/** Creates a node under a parent, or a root. */
export function NewNodeDialog({ parent, onClose, onDone }: NewNodeProps) {
  const { api, toasts } = useConsole();
  const types = childTypesOf(parent?.node.type ?? null);
  const form = useForm({
    initial: { floc_id: "", name: "", node_type: types[0] as string },
    async send({ floc_id, name, node_type }) {
      const body = { floc_id, name, node_type: asNodeType(node_type), parent_id: parent?.node.id ?? null };
      const { data, message } = await unwrap(api.POST("/api/plant-model", { body }));
      toasts.done(message);
      onClose();
      onDone(data.floc_id);
    },
  });
  return (
    <Dialog
      title={parent === undefined ? "New enterprise" : `New location under ${parent.node.name}`}
      onClose={onClose}
    >
      <Form form={form} action="Add" more={<button type="button" onClick={onClose}>Cancel</button>}>
        <TextField path="name" label="Name" autofocus />
        <TextField
          path="floc_id"
          label="Functional location"
          hint="Permanent id: letters, digits and - _ ."
          spellcheck={false}
        />
        <SelectField
          path="node_type"
          label="Type"
          options={types.map((type) => ({ value: type, label: typeText(type) }))}
        />
      </Form>
    </Dialog>
  );
}

interface ChangeNodeProps {
  place: PlantLocation;
  places: ReadonlyMap<string, PlantLocation>;
  onClose(): void;
  onDone(): void;
}

/** Renames a node, changes its type or moves it with its subtree; the toast offers an undo. */
export function ChangeNodeDialog({ place, places, onClose, onDone }: ChangeNodeProps) {
  const { api, toasts } = useConsole();
  const { node } = place;
  const mayAt = useMayAt();
  const parent = parentOf(place, places);
  const before = { name: node.name, node_type: node.type as string, parent_id: parent?.node.id ?? "" };
  const put = ({ name, node_type, parent_id }: typeof before) =>
    unwrap(api.PUT("/api/plant-model/{floc_id}", {
      params: { path: { floc_id: node.id } },
      body: { name, node_type: asNodeType(node_type), parent_id: parent_id === "" ? null : parent_id },
    }));
  const form = useForm({
    initial: before,
    async send(values) {
      await put(values);
      const undo = () =>
        void put(before).then(onDone, () => toasts.problem("The change could not be undone"));
      toasts.done(`“${values.name}” is saved`, { label: "Undo", run: undo });
      onClose();
      onDone();
    },
  });
  const type = asNodeType(form.values.value.node_type);
  const parents = parentsFor(type, { node: node.id, places })
    .filter(({ node: { id } }) => id === before.parent_id || mayAt("PUT /api/plant-model/:floc_id", id));
  const types = new Set([node.type, ...typesFor(node, places.get(form.values.value.parent_id)?.node)]);
  return (
    <Dialog title={`Edit ${node.name}`} onClose={onClose}>
      <Form form={form} action="Save" more={<button type="button" onClick={onClose}>Cancel</button>}>
        <TextField path="name" label="Name" autofocus />
        {parents.length > 0 && (
          <SelectField
            path="parent_id"
            label="Parent"
            hint="The whole subtree moves; instances keep their location"
            options={parents.map((one) => ({
              value: one.node.id,
              label: `${one.path} (${typeText(one.node.type)})`,
            }))}
          />
        )}
        <SelectField
          path="node_type"
          label="Type"
          options={[...types].map((one) => ({ value: one, label: typeText(one) }))}
        />
      </Form>
    </Dialog>
  );
}

/** The select offers only node types. */
function asNodeType(text: string): NodeType {
  return NODE_TYPES.find((type) => type === text) ?? "enterprise";
}
