import { type Signal, useSignal } from "@preact/signals";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { countText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { VirtualTree } from "../../parts/table/virtual_tree.tsx";
import { useConsole } from "../../shell/console.ts";
import { type BrowseNode, choicesOf, chosenCount, type NodeChoice, pickedField } from "./browse_picks.ts";
import type { Source, SourceKind, SourceValues } from "./source_model.ts";
import { type Browsed, useBrowse } from "./use_browse.ts";

interface BrowsePanelProps {
  source: Source;
  kind: SourceKind;
  form: FormHandle<SourceValues>;
}

/** What a source has to choose from, where its settings have a list for it. */
export function BrowsePanel({ source, kind, form }: BrowsePanelProps) {
  const { session } = useConsole();
  const found = pickedField(kind.fields);
  if (found === undefined || !source.is_active || !session.may("GET /api/sources/:id/browse")) return null;
  const [name, field] = found, path = `config.${name}`;
  const choices = (node: BrowseNode) => choicesOf(node, field, form.at(path));
  return (
    <Browse
      source={source}
      choices={choices}
      choose={({ toggled }) => form.set(path, toggled())}
      chosen={`${countText(chosenCount(field, form.at(path)), "item")} chosen${
        form.isDirty.value ? ", not saved yet" : ""
      }`}
    />
  );
}

interface ChoiceProps {
  choices(node: BrowseNode): NodeChoice[];
  choose(choice: NodeChoice): void;
}

interface BrowseProps extends ChoiceProps {
  source: Source;
  chosen: string;
}

function Browse({ source, chosen, choices, choose }: BrowseProps) {
  const browse = useBrowse(source.id);
  const selected = useSignal<Browsed | null>(null);
  const root = browse.root.value;
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
        : <Nodes browse={browse} roots={root.nodes} selected={selected} choices={choices} choose={choose} />}
      {selected.value !== null && <Chosen node={selected.value.node} choices={choices} choose={choose} />}
    </Panel>
  );
}

interface NodesProps extends ChoiceProps {
  browse: ReturnType<typeof useBrowse>;
  roots: readonly Browsed[];
  selected: Signal<Browsed | null>;
}

function Nodes({ browse, roots, selected, choices, choose }: NodesProps) {
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
        isChecked: ({ node }) => choices(node)[0]?.isChosen,
        toggle({ node }) {
          const [first] = choices(node);
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
function Chosen({ node, choices, choose }: ChoiceProps & { node: BrowseNode }) {
  const { id, stream } = node;
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
      <div class="wrap">
        {choices(node).map((choice) => (
          <label key={choice.label}>
            <input type="checkbox" checked={choice.isChosen} onChange={() => choose(choice)} />
            {choice.label}
          </label>
        ))}
      </div>
    </div>
  );
}

const TYPES: Readonly<Record<string, string>> = { NUM: "number", STR: "text", BOOL: "true or false" };
