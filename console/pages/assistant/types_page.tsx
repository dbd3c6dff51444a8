import { PersonName } from "../../parts/person_name.tsx";
import { unwrap } from "../../api/client.ts";
import { CheckField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { Empty } from "../../parts/states.tsx";
import type { Column } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";
import { type AssistantType, useAssistantTypes } from "./use_providers.ts";

export default function TypesPage() {
  const types = useAssistantTypes();
  return (
    <ListPage
      title="Assistant types"
      resource={types}
      create="New type"
      empty={
        <Empty title="No assistant type yet">
          <p>
            An assistant type holds instructions that several providers share: their task and tone.
          </p>
        </Empty>
      }
      form={(type, close) => <TypeForm type={type} onClose={close} />}
      columns={COLUMNS}
    />
  );
}

const COLUMNS: readonly Column<AssistantType>[] = [
  {
    key: "name",
    title: "Type",
    width: "minmax(0, 1fr)",
    compare: (a, b) => a.name.localeCompare(b.name),
    cell: ({ id, name }) => <a href={`/assistant/types?open=${id}`}>{name}</a>,
  },
  {
    key: "description",
    title: "Purpose",
    width: "minmax(0, 2fr)",
    wideOnly: true,
    cell: (row) => row.description,
  },
  { key: "state", title: "State", width: "80px", cell: ({ is_active }) => is_active ? "Active" : "Inactive" },
  {
    key: "by",
    title: "Created by",
    width: "120px",
    wideOnly: true,
    cell: (row) => <PersonName who={row.created_by} />,
  },
];

function TypeForm({ type, onClose }: { type: AssistantType | undefined; onClose(): void }) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: {
      name: type?.name ?? "",
      description: type?.description ?? "",
      base_instructions: type?.base_instructions ?? "",
      is_active: type?.is_active ?? true,
      admin_password: "",
    },
    async send({ admin_password, ...body }) {
      const { message } = type === undefined
        ? await unwrap(api.POST("/api/assistant-types", { body: { ...body, admin_password } }))
        : await unwrap(api.PUT("/api/assistant-types/{id}", { params: { path: { id: type.id } }, body }));
      toasts.done(message);
      onClose();
    },
  });

  return (
    <FormDialog
      title={type?.name ?? "New assistant type"}
      action={type === undefined ? "Create type" : "Save"}
      form={form}
      onClose={onClose}
      wide
      removal={type && {
        title: `Delete ${type.name}?`,
        text: "Providers that use it must be assigned another type first.",
        action: "Delete type",
        act: () => unwrap(api.DELETE("/api/assistant-types/{id}", { params: { path: { id: type.id } } })),
      }}
    >
      <TextField path="name" label="Name" autofocus />
      <TextField path="description" label="Purpose (optional)" />
      <TextAreaField path="base_instructions" label="Instructions for the model" rows={8} />
      <CheckField path="is_active" label="Active" hint="The instructions of an inactive type are not sent" />
      {type === undefined && (
        <TextField
          path="admin_password"
          label="Your password"
          type="password"
          autocomplete="current-password"
          hint="A new type changes the instructions for models, so confirm with your password"
        />
      )}
    </FormDialog>
  );
}
