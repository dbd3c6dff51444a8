import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type ProposedNode, usualTypeBelow } from "../../../domain/plant/proposal.ts";
import { changed, dissolved, moved, retyped, typesAt, withId } from "../../../domain/plant/proposal_edits.ts";
import { ApiProblem } from "../../api/problem.ts";
import { SelectField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { countText } from "../../parts/numbers.ts";
import { childTypesOf, typeText } from "./plant_model.ts";

type Nodes = readonly ProposedNode[];

interface EditorProps {
  node: ProposedNode;
  nodes: Nodes;
  /** Nothing may be changed while locations are created. */
  isLocked: boolean;
  /** Replaces the proposal and selects a node. */
  change(nodes: Nodes, selected: string | null): void;
}

/** What is proposed of one location, and its changes. */
export function ProposalEditor(props: EditorProps) {
  const { node, nodes, isLocked, change } = props;
  const below = nodesBelow(nodes, node.id);
  const assets = below.reduce((sum, one) => sum + one.assets, 0);
  const dissolve = node.isNew ? dissolved(nodes, node.id) : undefined;
  const outButton = (
    <button
      type="button"
      onClick={() => change(changed(nodes, { id: node.id, isLeftOut: !node.isLeftOut }), node.id)}
    >
      {node.isLeftOut ? "Take in" : below.length > 1 ? "Leave out with what is below" : "Leave out"}
    </button>
  );
  return (
    <section class="panel stack" aria-label="Location">
      <div>
        <h2>{node.name}</h2>
        <p class="muted">
          {typeText(node.type)}, {countText(assets, "asset")} at or below it
        </p>
      </div>
      {!node.isNew && (
        <p class="muted">
          It is in the plant model as {node.id}.{" "}
          {countText(below.filter(({ isNew, isLeftOut }) => isNew && !isLeftOut).length, "new location")}{" "}
          below it.
        </p>
      )}
      {node.isNew && !isLocked && (node.isLeftOut ? <div>{outButton}</div> : (
        <NodeForm
          key={node.id}
          {...props}
          more={
            <>
              {outButton}
              {below.length > 1 && dissolve !== undefined && (
                <button
                  type="button"
                  onClick={() => change(dissolve, node.parentId)}
                >
                  Remove this level only
                </button>
              )}
            </>
          }
        />
      ))}
    </section>
  );
}

function NodeForm({ node, nodes, change, more }: EditorProps & { more: ComponentChildren }) {
  const form = useForm({
    initial: valuesOf(node),
    check: ({ name, id }) => [
      ...name.trim() === "" ? [{ path: "name", message: "Enter a name" }] : [],
      ...id.trim() === "" ? [{ path: "id", message: "Enter an id" }] : [],
      ...id !== node.id && nodes.some((one) => one.id === id)
        ? [{ path: "id", message: "Another location has this id" }]
        : [],
    ],
    send(values) {
      const next = edited(nodes, { node, ...values });
      if (next === undefined) throw tooDeep();
      change(next, values.id.trim());
      return Promise.resolve();
    },
  });
  useEffect(() => form.reset(valuesOf(node)), [node]);
  const { parentId, type } = form.values.value;
  const types = typesAt(nodes, { ...node, parentId: parentId === "" ? null : parentId });
  const usual = usualTypeBelow(nodes.find(({ id }) => id === parentId)?.type ?? null);
  useEffect(() => {
    if (!types.some((one) => one === type)) form.set("type", usual);
  }, [parentId]);
  const options = useMemo(() => parentOptions(nodes, node.id), [nodes, node.id]);
  return (
    <Form form={form} action="Apply" more={more}>
      <TextField path="name" label="Name" />
      <SelectField path="parentId" label="Parent" options={options} />
      <SelectField
        path="type"
        label="Level"
        hint="What is below it follows"
        options={types.map((type) => ({ value: type, label: typeText(type) }))}
      />
      <TextField
        path="id"
        label="Functional location"
        hint="Permanent id. Assets find their location by it or by the name"
        spellcheck={false}
      />
    </Form>
  );
}

function valuesOf({ name, id, type, parentId }: ProposedNode) {
  return { name, id, type: type as string, parentId: parentId ?? "" };
}

function tooDeep(): ApiProblem {
  const message = "What is below it would be below the lowest level";
  return new ApiProblem(message, {
    code: "VALIDATION_FAILED",
    details: { issues: [{ path: "parentId", message }] },
  });
}

/** The locations that may hold a node: none below itself, none of the lowest level. */
function parentOptions(nodes: Nodes, id: string): { value: string; label: string }[] {
  const own = new Set(nodesBelow(nodes, id).map((node) => node.id));
  const children = Map.groupBy(nodes, ({ parentId }) => parentId);
  const under = (parentId: string | null, path: string): { value: string; label: string }[] =>
    (children.get(parentId) ?? []).filter((one) => !own.has(one.id) && childTypesOf(one.type).length > 0)
      .flatMap((one) => {
        const here = path === "" ? one.name : `${path} / ${one.name}`;
        return [{ value: one.id, label: `${here} (${typeText(one.type)})` }, ...under(one.id, here)];
      });
  return [{ value: "", label: "None: an enterprise" }, ...under(null, "")];
}

interface Edit {
  node: ProposedNode;
  name: string;
  id: string;
  type: string;
  parentId: string;
}

/** The proposal with the edited node; undefined if what is below it does not fit. */
function edited(nodes: Nodes, { node, name, id, type, parentId }: Edit): Nodes | undefined {
  const parent = parentId === "" ? null : parentId;
  let next: Nodes | undefined = changed(nodes, { id: node.id, name: name.trim() });
  if (parent !== node.parentId) next = moved(next, { id: node.id, parentId: parent });
  const now = next?.find((one) => one.id === node.id);
  const chosen = now && typesAt(next ?? [], now).find((one) => one === type);
  if (next !== undefined && chosen !== undefined && chosen !== now?.type) {
    next = retyped(next, { id: node.id, type: chosen });
  }
  return next && (id === node.id ? next : withId(next, { id: node.id, to: id.trim() }));
}

/** A node with all below it. */
function nodesBelow(nodes: Nodes, id: string): ProposedNode[] {
  const children = Map.groupBy(nodes, ({ parentId }) => parentId);
  const from = (node: ProposedNode): ProposedNode[] => [
    node,
    ...(children.get(node.id) ?? []).flatMap(from),
  ];
  return nodes.filter((node) => node.id === id).flatMap(from);
}
