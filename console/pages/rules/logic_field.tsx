import { useFormContext } from "../../parts/form/form.tsx";
import { majorityOf } from "../../rules/condition_tree.ts";
import type { GroupLogic } from "../../rules/draft.ts";

interface LogicFieldProps {
  /** The path of the list of conditions. */
  path: string;
  logic: GroupLogic;
  /** How many conditions there are. */
  count: number;
  /** "the conditions", "group 2.1". */
  whose: string;
  /** Why "at least n" cannot be chosen. */
  refusal?: string;
  setLogic(logic: GroupLogic): void;
}

/** How conditions are combined: all, any, or at least so many of them. */
export function LogicField(props: LogicFieldProps) {
  const { path, logic, count, whose, refusal, setLogic } = props;
  const { form, idOf } = useFormContext();
  const countPath = path.replace(/conditions$/, "at_least");
  const isCounted = typeof logic === "number";
  const votes = isCounted ? logic : majorityOf(count);
  const issue = isCounted ? form.issueAt(countPath) : undefined;
  return (
    <div class="rules-logic">
      <select
        id={idOf(`${path}.logic`)}
        aria-label={`Logic of ${whose}`}
        value={isCounted ? AT_LEAST : logic}
        onChange={({ currentTarget: { value } }) => {
          setLogic(value === "all" || value === "any" ? value : votes);
        }}
      >
        <option value="all">All of these are true</option>
        <option value="any">Any of these is true</option>
        <option value={AT_LEAST} disabled={refusal !== undefined}>
          {optionText(isCounted ? undefined : refusal ?? `${votes} of ${count}`)}
        </option>
      </select>
      {isCounted && (
        <label>
          n =
          <select
            id={idOf(countPath)}
            aria-label={`How many of ${whose}`}
            value={logic}
            aria-invalid={issue === undefined ? undefined : "true"}
            aria-describedby={issue === undefined ? undefined : `${idOf(countPath)}-issue`}
            onChange={({ currentTarget }) => setLogic(Number(currentTarget.value))}
          >
            {choices(logic, count).map((one) => <option key={one} value={one}>{one}</option>)}
          </select>
          of {count}
        </label>
      )}
      {issue !== undefined && <p class="issue" id={`${idOf(countPath)}-issue`}>{issue}</p>}
    </div>
  );
}

const AT_LEAST = "at_least";

function optionText(note: string | undefined): string {
  return `At least n of these are true${note === undefined ? "" : ` (${note})`}`;
}

/** A number of a group that has since become smaller stays visible until another is chosen. */
function choices(logic: number, count: number): number[] {
  const fitting = Array.from({ length: count }, (_, index) => index + 1);
  return fitting.includes(logic) ? fitting : [...fitting, logic];
}
