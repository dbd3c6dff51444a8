import type { ComponentChildren } from "preact";
import { useConsole } from "../../shell/console.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "./form.tsx";
import { useUnsavedGuard } from "./unsaved_guard.ts";
import type { FormHandle } from "./use_form.ts";
import { useActions } from "../actions.ts";
import type { ConfirmOptions } from "../confirm.ts";

interface FormDialogProps<T> {
  title: string;
  /** The label of the submit button: "Create user". */
  action: string;
  form: FormHandle<T>;
  onClose(): void;
  wide?: boolean;
  children: ComponentChildren;
  /** How the item of the form is deleted; absent for a new one. */
  removal?: Removal;
  /** Further buttons. */
  more?: ComponentChildren;
}

interface Removal extends Omit<ConfirmOptions, "danger"> {
  act(): Promise<{ message: string }>;
}

/** A form in a dialog that asks before it discards changes. */
export function FormDialog<T>(
  { title, action, form, onClose, wide, children, removal, more }: FormDialogProps<T>,
) {
  const { dialogs } = useConsole();
  const actions = useActions();
  useUnsavedGuard(() => form.isDirty.value);

  async function close(): Promise<void> {
    const leaves = !form.isDirty.value || await dialogs.confirm({
      title: "Close without saving?",
      text: "Your changes are not saved yet.",
      action: "Close",
      danger: true,
    });
    if (leaves) onClose();
  }

  async function remove({ act, ...question }: Removal): Promise<void> {
    if (await actions.confirmed(question, act)) onClose();
  }

  return (
    <Dialog title={title} onClose={close} wide={wide}>
      <Form
        form={form}
        action={action}
        more={
          <>
            {removal !== undefined && (
              <button type="button" class="danger" onClick={() => remove(removal)}>Delete</button>
            )}
            {more}
            <button type="button" onClick={close}>Cancel</button>
          </>
        }
      >
        {children}
      </Form>
    </Dialog>
  );
}
