import type { ComponentChildren } from "preact";
import { useConsole } from "../../shell/console.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "./form.tsx";
import { useUnsavedGuard } from "./unsaved_guard.ts";
import type { FormHandle } from "./use_form.ts";

interface FormDialogProps<T> {
  title: string;
  /** The label of the submit button: "Create user". */
  action: string;
  form: FormHandle<T>;
  onClose(): void;
  wide?: boolean;
  children: ComponentChildren;
  /** Further buttons. */
  more?: ComponentChildren;
}

/** A form in a dialog that asks before it discards changes. */
export function FormDialog<T>({ title, action, form, onClose, wide, children, more }: FormDialogProps<T>) {
  const { dialogs } = useConsole();
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

  return (
    <Dialog title={title} onClose={close} wide={wide}>
      <Form
        form={form}
        action={action}
        more={
          <>
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
