import { told } from "../../api/client.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";

interface PackageDialogProps {
  /** Absent: a new one. */
  stored?: { id: number; name: string; description: string };
  onDone(id: number): void;
  onClose(): void;
}

/** Names a package, new or stored. */
export function PackageDialog({ stored, onDone, onClose }: PackageDialogProps) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { name: stored?.name ?? "", description: stored?.description ?? "" },
    check: ({ name }) => name.trim() === "" ? [{ path: "name", message: "Give the package a name" }] : [],
    async send(body) {
      const { data, message } = await (stored === undefined
        ? told(api.POST("/api/packages", { body }))
        : told(api.PUT("/api/packages/{package_id}", { params: { path: { package_id: stored.id } }, body })));
      toasts.done(message);
      onClose();
      onDone(data.id);
    },
  });
  return (
    <Dialog title={stored === undefined ? "New package" : "Rename package"} onClose={onClose}>
      <Form
        form={form}
        action={stored === undefined ? "Make package" : "Save"}
        more={<button type="button" onClick={onClose}>Cancel</button>}
      >
        <TextField path="name" label="Name" autofocus />
        <TextAreaField path="description" label="Description" />
      </Form>
    </Dialog>
  );
}
