import { useFormContext } from "../../parts/form/form.tsx";
import { withLogic } from "../../rules/condition_tree.ts";
import { type DraftCondition, type GroupLogic, groupOf, groupWith } from "../../rules/draft.ts";
import { useEditor } from "./editor.ts";

/** Combines all conditions of a rule in another way; the focus stays on the choice. */
export function useRuleLogic(rulePath: string) {
  const { form } = useEditor();
  const { goTo } = useFormContext();
  return (to: GroupLogic, from: DraftCondition[]) => {
    const { logic, conditions } = withLogic(from, to);
    form.set(`${rulePath}.logic`, logic);
    form.set(`${rulePath}.conditions`, conditions);
    goTo(`${rulePath}.conditions.${typeof to === "number" ? "0.conditions.logic" : "logic"}`);
  };
}

/** The same for its own end, of which all conditions are needed: any other way is a group. */
export function useEndLogic(rulePath: string) {
  const { form } = useEditor();
  const { goTo } = useFormContext();
  return (to: GroupLogic, from: DraftCondition[]) => {
    const group = groupWith(to, from);
    form.set(`${rulePath}.until`, [group]);
    goTo(`${rulePath}.until.0.${groupOf(group).field}.logic`);
  };
}
