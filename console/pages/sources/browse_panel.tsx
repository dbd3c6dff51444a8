import { type Signal, useSignal } from "@preact/signals";
import type { FormField } from "../../../domain/shared/form_field.ts";
import { newRow, rowsOf } from "../../parts/form/kind_values.ts";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { countText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { VirtualTree } from "../../parts/table/virtual_tree.tsx";
import { useConsole } from "../../shell/console.ts";
import { type BrowseNode, type BrowsePick, isPicked, withoutPick, withPick } from "./browse_picks.ts";
import type { Source, SourceKind, SourceValues } from "./source_model.ts";
import { type Browsed, useBrowse } from "./use_browse.ts";

interface BrowsePanelProps {
  source: Source;
  kind: SourceKind;
  form: FormHandle<SourceValues>;
}

type PickedField = FormField & { input: "rows" };

/** What a source has to choose from, where its settings have a list for it. */
export function BrowsePanel({ source, kind, form }: BrowsePanelProps) {
  const { session } = useConsole();
  const found = Object.entries(kind.fields).find(
    (entry): entry is [string, PickedField] => entry[1].input === "rows" && entry[1].isPicked === true,
  );
  if (found === undefined || !source.is_active || !session.may("GET /api/sources/:id/browse")) return null;
  const [name, field] = found;
  return <Browse source={source} field={field} path={`config.${name}`} form={form} />;
}

interface BrowseProps {
  source: Source;
  field: PickedField;
  path: string;
  form: FormHandle<SourceValues>;
}

function Browse({ source, field, path, form }: BrowseProps) {
  const browse = useBrowse(source.id);
  const selected = useSignal<Browsed | null>(null);
  const rows = rowsOf(form.at(path)), blank = newRow(field.fields);
  const root = browse.root.value;
  const choices: Choices = {
    has: (pick) => isPicked(rows, pick),
    toggle(pick, isFirst) {
      const next = isPicked(rows, pick)
        ? withoutPick(rows, pick, { blank, isFirst })
        : withPick(rows, pick, blank);
      form.set(path, next);
    },
  };
  return (
    <Panel
      title="What there is"
      class="source-browse"
      tools={
        <>
          <span class="muted">
            {countText(rows.length, "item")} chosen{form.isDirty.value && ", not saved yet"}
          </span>
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
        : <Nodes browse={browse} roots={root.nodes} selected={selected} choices={choices} />}
      {selected.value !== null && <Chosen node={selected.value.node} choices={choices} />}
    </Panel>
  );
}

interface Choices {
  has(pick: BrowsePick): boolean;
  toggle(pick: BrowsePick, isFirst: boolean): void;
}

interface NodesProps {
  browse: ReturnType<typeof useBrowse>;
  roots: readonly Browsed[];
  selected: Signal<Browsed | null>;
  choices: Choices;
}

function Nodes({ browse, roots, selected, choices }: NodesProps) {
  const first = ({ node }: Browsed) => node.picks[0];
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
        isChecked: (node) => {
          const pick = first(node);
          return pick && choices.has(pick);
        },
        toggle: (node) => {
          const pick = first(node);
          if (pick !== undefined) choices.toggle(pick, true);
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
function Chosen({ node, choices }: { node: BrowseNode; choices: Choices }) {
  const { id, stream, picks } = node;
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
        {picks.map((pick, at) => (
          <label key={pick.label}>
            <input
              type="checkbox"
              checked={choices.has(pick)}
              onChange={() => choices.toggle(pick, at === 0)}
            />
            {pick.label}
          </label>
        ))}
      </div>
    </div>
  );
}

const TYPES: Readonly<Record<string, string>> = { NUM: "number", STR: "text", BOOL: "true or false" };
