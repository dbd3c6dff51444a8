import { Ellipsis } from "lucide";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import { useFormContext } from "../../parts/form/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../parts/menu.tsx";
import {
  hasRoom,
  mayWrap,
  moved,
  replacedAt,
  twoOfThree,
  withInserted,
  without,
} from "../../rules/condition_tree.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type GroupLogic,
  groupOf,
  groupWith,
  isGroup,
  isNot,
} from "../../rules/draft.ts";
import { withOperator } from "../../rules/template_body.ts";
import { ComparisonFields } from "./comparison_fields.tsx";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { useEditor } from "./editor.ts";
import { LogicField } from "./logic_field.tsx";
import { useRuleLogic } from "./use_rule_logic.ts";

interface ConditionPosition {
  /** The path of the rule, whose comparisons are limited in number. */
  rulePath: string;
  /** The depth of this list's members, from 1. */
  depth: number;
  insideNot: boolean;
  /** The number of the condition within its list: "2.1". */
  number: string;
  /** Of the rule's own end, not of its conditions. */
  isOfEnd?: boolean;
}

interface ConditionListProps extends ConditionPosition {
  path: string;
  logic: GroupLogic;
  conditions: DraftCondition[];
  setLogic(logic: GroupLogic): void;
}

/** A list of conditions: all, any or at least n of them. */
export function ConditionList(props: ConditionListProps) {
  const { path, logic, conditions, setLogic, number, depth, rulePath, isOfEnd = false } = props;
  const { form, goTo, idOf } = { ...useFormContext(), ...useEditor() };
  const issue = form.issueAt(path);
  const root = allConditions(form, rulePath);
  const add = (condition: DraftCondition, focus: string) => {
    form.set(path, [...conditions, condition]);
    goTo(`${path}.${conditions.length}${focus}`);
  };
  const fresh = newComparison(root), size = fresh.comparison === undefined ? 1 : 2;
  const full = fullReason(root, size), isFull = full !== undefined;
  const group = isOfEnd ? `end group ${number}` : `group ${number}`;
  const label = number === "" ? isOfEnd ? "End conditions" : "Conditions" : raised(group);
  return (
    <div class="rules-conditions" role="group" aria-label={label} id={idOf(path)} tabIndex={-1}>
      {(conditions.length > 1 || number !== "") && (
        <LogicField
          path={path}
          logic={logic}
          count={conditions.length}
          whose={number === "" ? `the ${label.toLowerCase()}` : group}
          refusal={number !== "" || conditions.every((one) => mayWrap(one, 1)) ? undefined : TOO_DEEP}
          setLogic={setLogic}
        />
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
          <Menu
            label={number === "" ? "Add group" : `Add group in group ${number}`}
            class="quiet"
            items={[
              {
                label: "Any of …",
                run: () => add({ any: [fresh] }, ""),
                disabledReason: full,
              },
              {
                label: "All of …",
                run: () => add({ all: [fresh] }, ""),
                disabledReason: full,
              },
              {
                label: "At least n of …, such as 2 of 3",
                run: () => add(twoOfThree(fresh), ""),
                disabledReason: fullReason(root, 3 * size),
              },
            ]}
          >
            Add group
          </Menu>
        )}
        {isFull && <span class="muted">A rule has at most {RULE_LIMITS.comparisonsOfRule} comparisons.</span>}
      </div>
    </div>
  );
}

interface ItemProps extends ConditionListProps {
  condition: DraftCondition;
  index: number;
}

function ConditionItem(props: ItemProps) {
  const { path, condition, index, number, depth, insideNot, rulePath, logic, isOfEnd } = props;
  const { form, idOf } = { ...useFormContext(), ...useEditor() };
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
      {index > 0 && typeof logic === "string" && (
        <span class="rules-joint" aria-hidden="true">{logic === "all" ? "and" : "or"}</span>
      )}
      <div class="rules-condition-body">
        {issue !== undefined && <p class="issue">{issue}</p>}
        <ConditionBody
          path={here}
          condition={condition}
          position={{ rulePath, depth, insideNot, number: mine, isOfEnd }}
        />
      </div>
      <Menu
        label={`More actions for ${isOfEnd ? "end condition" : "condition"} ${mine}`}
        class="bare"
        items={useItemActions(props)}
      >
        <Icon node={Ellipsis} />
      </Menu>
    </li>
  );
}

function ConditionBody(
  { path, condition, position }: { path: string; condition: DraftCondition; position: ConditionPosition },
) {
  const { form } = useEditor();
  const setRuleLogic = useRuleLogic(position.rulePath);
  if (isNot(condition)) {
    return (
      <div class="rules-not">
        <strong>Not</strong>
        <ConditionBody
          path={`${path}.not`}
          condition={condition.not}
          position={{ ...position, depth: position.depth + 1, insideNot: true }}
        />
      </div>
    );
  }
  if (!isGroup(condition)) {
    const hasOwnEnd = position.isOfEnd !== true && form.at(`${position.rulePath}.until`) !== null;
    return (
      <ComparisonFields
        path={path}
        comparison={condition}
        takesNoDeadband={position.insideNot || hasOwnEnd}
      />
    );
  }
  const { logic, field, conditions } = groupOf(condition);
  return (
    <ConditionList
      {...position}
      path={`${path}.${field}`}
      depth={position.depth + 1}
      logic={logic}
      conditions={conditions}
      setLogic={(next) => {
        const isWholeRule = ruleConditions(form.at(`${position.rulePath}.conditions`)).every((one) =>
          one === condition
        );
        if (isWholeRule && typeof next === "string") setRuleLogic(next, conditions);
        else form.set(path, groupWith(next, conditions));
      }}
    />
  );
}

function useItemActions(
  { path, conditions, condition, index, depth, rulePath, logic }: ItemProps,
): MenuItem[] {
  const { form, goTo } = { ...useFormContext(), ...useEditor() };
  const root = allConditions(form, rulePath);
  const tooDeep = mayWrap(condition, depth) ? undefined : TOO_DEEP;
  const put = (next: DraftCondition[], focus = index) => {
    form.set(path, next);
    goTo(next.length === 0 ? path : `${path}.${Math.min(focus, next.length - 1)}`);
  };
  const wrap = (one: DraftCondition) => put(replacedAt(conditions, index, one));
  return [
    isNot(condition)
      ? { label: "Remove negation", run: () => wrap(condition.not) }
      : { label: "Negate", run: () => wrap({ not: condition }), disabledReason: tooDeep },
    isGroup(condition)
      ? {
        label: "Ungroup",
        run: () =>
          put([
            ...conditions.slice(0, index),
            ...groupOf(condition).conditions,
            ...conditions.slice(index + 1),
          ]),
      }
      : {
        label: "Put into group",
        run: () => wrap(logic === "all" ? { any: [condition] } : { all: [condition] }),
        disabledReason: tooDeep,
      },
    {
      label: "Duplicate",
      run: () => put(withInserted(conditions, index + 1, condition), index + 1),
      disabledReason: fullReason(root, 1),
    },
    {
      label: "Move up",
      run: () => put(moved(conditions, index, index - 1), index - 1),
      disabledReason: index === 0 ? "already first" : undefined,
    },
    {
      label: "Move down",
      run: () => put(moved(conditions, index, index + 1), index + 1),
      disabledReason: index === conditions.length - 1 ? "already last" : undefined,
    },
    { label: "Remove", run: () => put(without(conditions, index)) },
  ];
}

/** Starts with the stream and operator of the rule's first comparison, and what that counts. */
function newComparison(conditions: readonly DraftCondition[]): DraftComparison {
  const first = conditions.find((one): one is DraftComparison => !isGroup(one) && !isNot(one));
  const { stream = "", operator = "greater_than", comparison } = first ?? {};
  return withOperator({ stream, operator, ...comparison && { comparison } }, operator);
}

const TOO_DEEP = `maximum depth is ${RULE_LIMITS.conditionDepth}`;

/** Why a rule cannot have so many more comparisons. */
function fullReason(conditions: readonly DraftCondition[], more: number): string | undefined {
  return hasRoom(conditions, more) ? undefined : `maximum is ${RULE_LIMITS.comparisonsOfRule}`;
}

/** The conditions of the rule, then those of its own end. */
function allConditions(form: Pick<FormHandle<unknown>, "at">, rulePath: string): DraftCondition[] {
  return ["conditions", "until"].flatMap((list) => ruleConditions(form.at(`${rulePath}.${list}`)));
}

function ruleConditions(value: unknown): DraftCondition[] {
  return Array.isArray(value) ? value : [];
}

function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
