import { bindConstants, readPatterns } from "../../domain/instance/bulk.ts";
import { bindForms } from "../../domain/instance/binding_forms.ts";
import { bulkInstanceSchema, instanceSchema } from "../../domain/instance/schema.ts";
import type { BindingContext } from "../../domain/instance/binding.ts";
import { placementIssue } from "../../domain/plant/hierarchy.ts";
import type { NodeType } from "../../domain/plant/types.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { isEqual } from "./equal.ts";
import type { Item, Kind, Name, Noun } from "./noun.ts";
import type { Stored, StoredThings } from "./stored.ts";

export interface Others {
  /** The item of another thing as the folder wants it, else as Andon has it. */
  itemOf(kind: Kind, name: Name): Item | undefined;
  things: StoredThings;
  /** Streams that nobody knows yet may come with it. */
  mayFindStreams: boolean;
}

/** What is wrong with a thing beside others: of a node its parent, of an instance or pattern its template. */
export function issuesTogether(
  { noun, item, stored }: { noun: Noun; item: Item; stored?: Stored },
  others: Others,
): Issue[] {
  if (noun.kind === "plant_nodes") return placementIssues(item, others);
  if (noun.kind === "patterns") return patternIssues(item, others);
  const isBound = stored !== undefined && isEqual(stored.item.placeholders, item.placeholders);
  return noun.kind === "instances" && !isBound ? bindingIssues(item, others) : [];
}

function placementIssues({ node_type, parent_id }: Item, others: Others): Issue[] {
  const above = parent_id === null ? undefined : others.itemOf("plant_nodes", parent_id as Name);
  if (parent_id !== null && above === undefined) return [];
  const issue = placementIssue({
    node_type: node_type as NodeType,
    parent_id: parent_id as string | null,
    parent: above && { node_type: above.node_type as NodeType },
  });
  return issue === undefined ? [] : [issue];
}

function bindingIssues(item: Item, others: Others): Issue[] {
  const context = bindingContext(item, others);
  const forms = instanceSchema.out.pick({ placeholders: true }).strip().safeParse(withoutStreamIds(item));
  if (context === undefined || !forms.success) return [];
  return bindForms(forms.data, { ...context, nameOf: String })?.issues ?? [];
}

function patternIssues(item: Item, others: Others): Issue[] {
  const context = bindingContext(item, others);
  const input = bulkInstanceSchema.pick({ instance_name: true, placeholders: true }).strip().safeParse(item);
  if (context === undefined || !input.success) return [];
  return bindConstants(readPatterns(input.data), context).issues;
}

/** The item's template, and all streams that there may be. */
function bindingContext({ template: name }: Item, others: Others): BindingContext | undefined {
  const template = others.itemOf("templates", name as Name);
  if (template === undefined) return undefined;
  const { things: { streams }, mayFindStreams } = others;
  const { rules, placeholders } = template as Pick<BindingContext, "rules" | "placeholders">;
  const streamNamed = (name: string) => streams.named(name) !== undefined || mayFindStreams ? 1 : undefined;
  return { rules, placeholders, streamNamed };
}

function withoutStreamIds({ placeholders }: Item): Item {
  const bare = (placeholders as Item[]).map(({ stream_id: _, ...binding }) => binding);
  return { placeholders: bare };
}
