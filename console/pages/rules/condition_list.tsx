import { Ellipsis } from "lucide";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import { useFormPlace } from "../../parts/form/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../parts/menu.tsx";
import { hasRoom, mayWrap, moved, replacedAt, withInserted, without } from "../../rules/condition_tree.ts";
import { type DraftComparison, type DraftCondition, groupOf, isGroup, isNot } from "../../rules/draft.ts";
import { withOperator } from "../../rules/template_body.ts";
import { ComparisonFields } from "./comparison_fields.tsx";
import { useEditor } from "./editor.ts";

interface Place {
  /** The rule's own list: what counts towards its limit. */
  rulePath: string;
  /** Of the members of this list, from 1. */
  depth: number;
  insideNot: boolean;
  /** "2.1": which condition of the rule this is. */
  number: string;
}

interface ConditionListProps extends Place {
  path: string;
  logic: "all" | "any";
  conditions: readonly DraftCondition[];
  setLogic(logic: "all" | "any"): void;
}

/** Conditions that must all hold, or of which one must. */
export function ConditionList(props: ConditionListProps) {
  const { path, logic, conditions, setLogic, number, depth, rulePath } = props;
  const { form, goTo, idOf } = { ...useFormPlace(), ...useEditor() };
  const issue = form.issueAt(path);
  const root = ruleConditions(form.at(`${rulePath}.conditions`));
  const isFull = !hasRoom(root);
  const add = (condition: DraftCondition, focus: string) => {
    form.set(path, [...conditions, condition]);
    goTo(`${path}.${conditions.length}${focus}`);
  };
  const fresh = newComparison(root);
  const label = number === "" ? "Conditions" : `Group ${number}`;
  return (
    <div class="rules-conditions" role="group" aria-label={label} id={idOf(path)} tabIndex={-1}>
      {(conditions.length > 1 || number !== "") && (
        <div class="rules-logic">
          <select
            aria-label={number === ""
              ? "How conditions are joined"
              : `How conditions of group ${number} are joined`}
            value={logic}
            onChange={({ currentTarget }) => setLogic(currentTarget.value === "any" ? "any" : "all")}
          >
            <option value="all">All of these hold</option>
            <option value="any">At least one of these holds</option>
          </select>
        </div>
      )}
      {issue !== undefined && <p class="issue">{issue}</p>}
      <ol>
        {conditions.map((condition, index) => (
          <ConditionItem key={index} {...props} condition={condition} index={index} />
        ))}
      </ol>
      <div class="rules-add">
        <button type="button" disabled={isFull} onClick={() => add(fresh, ".stream")}>Add condition</button>
        {depth < RULE_LIMITS.conditionDepth && (
          <button
            type="button"
            class="quiet"
            disabled={isFull}
            onClick={() => add(logic === "all" ? { any: [fresh] } : { all: [fresh] }, "")}
          >
            Add group
          </button>
        )}
        {isFull && <span class="muted">A rule holds {RULE_LIMITS.comparisonsOfRule} comparisons.</span>}
      </div>
    </div>
  );
}

interface ItemProps extends ConditionListProps {
  condition: DraftCondition;
  index: number;
}

function ConditionItem(props: ItemProps) {
  const { path, condition, index, number, depth, insideNot, rulePath, logic } = props;
  const { form, idOf } = { ...useFormPlace(), ...useEditor() };
  const here = `${path}.${index}`;
  const mine = number === "" ? String(index + 1) : `${number}.${index + 1}`;
  const issue = form.issueAt(here);
  return (
    <li
      class={isGroup(isNot(condition) ? condition.not : condition)
        ? "rules-condition holder"
        : "rules-condition"}
      id={idOf(here)}
      tabIndex={-1}
    >
      {index > 0 && <span class="rules-joint" aria-hidden="true">{logic === "all" ? "and" : "or"}</span>}
      <div class="rules-condition-body">
        {issue !== undefined && <p class="issue">{issue}</p>}
        <ConditionBody
          path={here}
          condition={condition}
          place={{ rulePath, depth, insideNot, number: mine }}
        />
      </div>
      <Menu label={`More on condition ${mine}`} class="bare" items={useItemActions(props)}>
        <Icon node={Ellipsis} />
      </Menu>
    </li>
  );
}

function ConditionBody(
  { path, condition, place }: { path: string; condition: DraftCondition; place: Place },
) {
  const { form } = useEditor();
  if (isNot(condition)) {
    return (
      <div class="rules-not">
        <strong>Not</strong>
        <ConditionBody
          path={`${path}.not`}
          condition={condition.not}
          place={{ ...place, depth: place.depth + 1, insideNot: true }}
        />
      </div>
    );
  }
  if (!isGroup(condition)) {
    return <ComparisonFields path={path} comparison={condition} insideNot={place.insideNot} />;
  }
  const { logic, conditions } = groupOf(condition);
  return (
    <ConditionList
      {...place}
      path={`${path}.${logic}`}
      depth={place.depth + 1}
      logic={logic}
      conditions={conditions}
      setLogic={(next) => form.set(path, next === "all" ? { all: conditions } : { any: conditions })}
    />
  );
}

function useItemActions(
  { path, conditions, condition, index, depth, rulePath, logic }: ItemProps,
): MenuItem[] {
  const { form, goTo } = { ...useFormPlace(), ...useEditor() };
  const root = ruleConditions(form.at(`${rulePath}.conditions`));
  const deep = mayWrap(condition, depth) ? undefined : `at most ${RULE_LIMITS.conditionDepth} deep`;
  const put = (next: DraftCondition[], focus = index) => {
    form.set(path, next);
    goTo(next.length === 0 ? path : `${path}.${Math.min(focus, next.length - 1)}`);
  };
  const wrap = (one: DraftCondition) => put(replacedAt(conditions, index, one));
  return [
    isNot(condition)
      ? { label: "Take “not” away", run: () => wrap(condition.not) }
      : { label: "Turn round: not", run: () => wrap({ not: condition }), gone: deep },
    isGroup(condition)
      ? {
        label: "Dissolve the group",
        run: () =>
          put([
            ...conditions.slice(0, index),
            ...groupOf(condition).conditions,
            ...conditions.slice(index + 1),
          ]),
      }
      : {
        label: "Put into a group",
        run: () => wrap(logic === "all" ? { any: [condition] } : { all: [condition] }),
        gone: deep,
      },
    {
      label: "Duplicate",
      run: () => put(withInserted(conditions, index + 1, condition), index + 1),
      gone: hasRoom(root, 1) ? undefined : `at most ${RULE_LIMITS.comparisonsOfRule}`,
    },
    {
      label: "Move up",
      run: () => put(moved(conditions, index, index - 1), index - 1),
      gone: index === 0 ? "is the first" : undefined,
    },
    {
      label: "Move down",
      run: () => put(moved(conditions, index, index + 1), index + 1),
      gone: index === conditions.length - 1 ? "is the last" : undefined,
    },
    { label: "Remove", run: () => put(without(conditions, index)) },
  ];
}

/** Begins with what the rule already looks at. */
function newComparison(conditions: readonly DraftCondition[]): DraftComparison {
  const first = conditions.find((one): one is DraftComparison => !isGroup(one) && !isNot(one));
  const { stream = "", operator = "greater_than" } = first ?? {};
  return withOperator({ stream, operator }, operator);
}

function ruleConditions(given: unknown): DraftCondition[] {
  return Array.isArray(given) ? given : [];
}
