import { useEffect } from "preact/hooks";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { countText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { VirtualTree } from "../../parts/table/virtual_tree.tsx";
import { useConsole } from "../../shell/console.ts";
import { choicesOf, chosenCount, type NodeChoice, pickedField, type PlacedNode } from "./browse_picks.ts";
import type { Source, SourceKind, SourceValues } from "./source_model.ts";
import type { Browse, Browsed } from "./use_browse.ts";

interface BrowsePanelProps {
  source: Source;
  kind: SourceKind;
  form: FormHandle<SourceValues>;
  browse: Browse;
}

/** What a source has to choose from, where its settings have a list for it. */
export function BrowsePanel({ source, kind, form, browse }: BrowsePanelProps) {
  const { session } = useConsole();
  const found = pickedField(kind.fields);
  if (found === undefined || !source.is_active || !session.may("GET /api/sources/:id/browse")) return null;
  const [name, field] = found, path = `config.${name}`;
  const choices = (placed: PlacedNode) => choicesOf(placed, field, form.at(path));
  return (
    <Nodes
      browse={browse}
      choices={choices}
      choose={({ toggled }) => form.set(path, toggled())}
      chosen={`${countText(chosenCount(field, form.at(path)), "item")} chosen${
        form.isDirty.value ? ", not saved yet" : ""
      }`}
    />
  );
}

interface ChoiceProps {
  choices(placed: PlacedNode): NodeChoice[];
  choose(choice: NodeChoice): void;
}

interface NodesProps extends ChoiceProps {
  browse: Browse;
  chosen: string;
}

function Nodes({ browse, chosen, choices, choose }: NodesProps) {
  const root = browse.root.value, selected = browse.selected.value;
  useEffect(browse.reload, []);
  return (
    <Panel
      title="What there is"
      class="source-browse"
      tools={
        <>
          <span class="muted">{chosen}</span>
          <button type="button" onClick={browse.reload}>Refresh</button>
        </>
      }
    >
      {root === undefined
        ? <Loading what="Asking the source" />
        : "problem" in root
        ? <Failed problem={root.problem} retry={browse.reload} />
        : root.nodes.length === 0
        ? (
          <Empty title="Nothing has been seen yet">
            <p>What comes in appears here after a refresh.</p>
          </Empty>
        )
        : <NodeTree browse={browse} roots={root.nodes} choices={choices} choose={choose} />}
      {selected !== null && <Chosen placed={selected} choices={choices} choose={choose} />}
    </Panel>
  );
}

interface NodeTreeProps extends ChoiceProps {
  browse: Browse;
  roots: readonly Browsed[];
}

function NodeTree({ browse, roots, choices, choose }: NodeTreeProps) {
  const { selected } = browse;
  return (
    <VirtualTree
      label="What there is"
      roots={roots}
      keyOf={({ key }) => key}
      childrenOf={browse.childrenOf}
      hasChildren={({ node }) => node.has_children}
      expanded={browse.expanded}
      selected={selected.value?.key}
      onSelect={(node) => selected.value = node}
      check={{
        isChecked: (placed) => choices(placed)[0]?.isChosen,
        isFixed: (placed) => choices(placed)[0]?.isWithAbove ?? false,
        toggle(placed) {
          const [first] = choices(placed);
          if (first !== undefined) choose(first);
        },
      }}
      row={({ node }) => (
        <>
          <span class="node-name">{node.name}</span>
          {node.stream !== null && (
            <span class="source-value muted">
              {node.stream.value_text ?? "—"}
              {node.stream.unit !== null && ` ${node.stream.unit}`}
            </span>
          )}
        </>
      )}
    />
  );
}

/** The selected node, with all ways to choose it. */
function Chosen({ placed, choices, choose }: ChoiceProps & { placed: PlacedNode }) {
  const { id, stream } = placed.node, all = choices(placed);
  return (
    <div class="source-chosen">
      <code>{id}</code>
      {stream !== null && (
        <span class="muted">
          {TYPES[stream.type] ?? stream.type}
          {stream.unit !== null && `, ${stream.unit}`}
          {stream.value_text !== null && `, ${stream.value_text}`}
        </span>
      )}
      {all.some(({ isWithAbove }) => isWithAbove)
        ? <span>Chosen with all below a node above it</span>
        : (
          <div class="wrap">
            {all.map((choice) => (
              <label key={choice.label}>
                <input type="checkbox" checked={choice.isChosen} onChange={() => choose(choice)} />
                {choice.label}
              </label>
            ))}
          </div>
        )}
    </div>
  );
}

const TYPES: Readonly<Record<string, string>> = { NUM: "number", STR: "text", BOOL: "true or false" };
