import { unwrap } from "../../api/client.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";

interface PackageDialogProps {
  /** Undefined for a new package. */
  stored?: { id: number; name: string; description: string };
  onDone(id: number): void;
  onClose(): void;
}

/** Creates or renames a package. */
export function PackageDialog({ stored, onDone, onClose }: PackageDialogProps) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { name: stored?.name ?? "", description: stored?.description ?? "" },
    check: ({ name }) => name.trim() === "" ? [{ path: "name", message: "Enter a name" }] : [],
    async send(body) {
      const { data, message } =
        await (stored === undefined ? unwrap(api.POST("/api/packages", { body })) : unwrap(
          api.PUT("/api/packages/{package_id}", { params: { path: { package_id: stored.id } }, body }),
        ));
      toasts.done(message);
      onClose();
      onDone(data.id);
    },
  });
  return (
    <Dialog title={stored === undefined ? "New package" : "Rename package"} onClose={onClose}>
      <Form
        form={form}
        action={stored === undefined ? "Create package" : "Save"}
        more={<button type="button" onClick={onClose}>Cancel</button>}
      >
        <TextField path="name" label="Name" autofocus />
        <TextAreaField path="description" label="Description" />
      </Form>
    </Dialog>
  );
}
