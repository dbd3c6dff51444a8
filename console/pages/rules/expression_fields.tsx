import { useSignal } from "@preact/signals";
import { EXPRESSION_LIMITS } from "../../../domain/rule/limits.ts";
import { Field } from "../../parts/form/fields.tsx";
import { SuggestingArea } from "../../parts/search_picker.tsx";
import { placeholderAt, type TypedProblem, typedProblem } from "../../rules/expression_text.ts";
import { useEditor } from "./editor.ts";

interface ExpressionFieldsProps {
  /** Of the comparison. */
  path: string;
  /** Compares one stream again. */
  compareStream(): void;
}

/** A value that is calculated from several streams, with its unit. */
export function ExpressionFields({ path, compareStream }: ExpressionFieldsProps) {
  const { form, requestPlaceholder } = useEditor();
  const append = (name: string) => {
    const text = String(form.at(`${path}.expression`) ?? "").trimEnd();
    form.set(`${path}.expression`, `${text}${text === "" ? "" : " "}<${name}>`);
  };
  return (
    <div class="rules-expression">
      <ExpressionField path={`${path}.expression`} />
      <Field path={`${path}.unit`} label="Unit (optional)">
        {({ value, set, attributes }) => (
          <input
            {...attributes}
            value={String(value ?? "")}
            maxLength={EXPRESSION_LIMITS.unitLength}
            spellcheck={false}
            onInput={({ currentTarget }) => set(currentTarget.value === "" ? null : currentTarget.value)}
          />
        )}
      </Field>
      <div class="rules-expression-tools">
        <button type="button" class="quiet" onClick={() => requestPlaceholder({ type: "NUM", use: append })}>
          New placeholder…
        </button>
        <button type="button" class="quiet" onClick={compareStream}>Compare one stream</button>
      </div>
    </div>
  );
}

/** Says what is wrong, and where, while it is typed: what is only not finished, once it is left. */
function ExpressionField({ path }: { path: string }) {
  const { form } = useEditor();
  const isEdited = useSignal(false);
  const { placeholders } = form.values.value;
  const names = placeholders.filter(({ data_type }) => data_type === "NUM")
    .map(({ placeholder_name }) => placeholder_name);
  return (
    <Field path={path} label="Calculated value" hint={HINT}>
      {({ value, set, attributes }) => {
        const text = String(value ?? ""), isTold = form.issueAt(path) !== undefined;
        const found = text.trim() === "" || isTold ? undefined : typedProblem(text, placeholders);
        const problem = found?.isUnfinished && isEdited.value ? undefined : found;
        const id = `${attributes.id}-typed`;
        const described = [attributes["aria-describedby"], id].filter(Boolean).join(" ");
        return (
          <div onFocusCapture={() => isEdited.value = true} onBlurCapture={() => isEdited.value = false}>
            <SuggestingArea
              attributes={{
                ...attributes,
                "aria-describedby": described,
                ...problem !== undefined && { "aria-invalid": "true" },
              }}
              value={text}
              set={set}
              label="Placeholders"
              rows={2}
              spellcheck={false}
              suggest={(typed, caret) => {
                const at = placeholderAt(typed, { caret, names });
                return at && {
                  start: at.start,
                  end: at.end,
                  options: at.names.map((name) => ({ key: name, text: `<${name}>`, content: `<${name}>` })),
                };
              }}
            />
            <div id={id} role="status">{problem !== undefined && <Problem {...problem} />}</div>
          </div>
        );
      }}
    </Field>
  );
}

function Problem({ message, place }: TypedProblem) {
  return (
    <p class="issue">
      {message}
      {place !== undefined && (
        <code class="rules-expression-place" aria-hidden="true">
          {place.before}
          <mark>{place.wrong}</mark>
        </code>
      )}
    </p>
  );
}

const HINT = "Such as (<T_OUT> - <T_IN>) / <FLOW> or avg(<A>, <B>); < offers the placeholders";
