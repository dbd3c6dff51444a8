import type { Role } from "../../domain/access/types.ts";
import { useSignal } from "@preact/signals";
import { Bookmark } from "lucide";
import { type Schemas, unwrap } from "../api/client.ts";
import { problemOf } from "../api/problem.ts";
import { useResource } from "../live/use_resource.ts";
import { Dialog } from "../parts/dialog.tsx";
import { CheckField, TextField } from "../parts/form/fields.tsx";
import { FormDialog } from "../parts/form/form_dialog.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { Icon } from "../parts/icon.tsx";
import { Loaded } from "../parts/states.tsx";
import { hasRole } from "../session/may.ts";
import { useConsole } from "../shell/console.ts";

type SavedView = Schemas["SavedView"];

interface SavedViewsProps {
  /** The address of the list as it is shown: `/events?severity=critical`. */
  address: string;
}

/** The saved views of a list as links, and a button that saves the present one. */
export function SavedViews({ address }: SavedViewsProps) {
  const open = useSignal<"list" | "save" | null>(null);
  const close = () => open.value = null;
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => open.value = "list"}>
        <Icon node={Bookmark} />
        Views
      </button>
      {open.value === "list" && (
        <ViewsDialog
          address={address}
          onClose={close}
          save={() => open.value = "save"}
        />
      )}
      {open.value === "save" && <SaveDialog address={address} onClose={close} />}
    </>
  );
}

function ViewsDialog({ address, onClose, save }: SavedViewsProps & { onClose(): void; save(): void }) {
  const { api, session, toasts, dialogs, people } = useConsole();
  const page = address.split("?")[0];
  const views = useResource(`saved views ${page}`, async (signal) => {
    const { data } = await unwrap(api.GET("/api/saved-views", { signal }));
    return data.filter(({ path }) => path.split("?")[0] === page);
  }, { changes: ["saved_view"] });
  const mayChange = ({ is_shared }: SavedView) => !is_shared || mayShare(session.user.value);

  async function remove({ id, name, is_shared }: SavedView): Promise<void> {
    const text = is_shared ? `“${name}” is deleted for everybody.` : `“${name}” is deleted.`;
    if (!await dialogs.confirm({ title: "Delete this view?", text, action: "Delete view", danger: true })) {
      return;
    }
    try {
      await unwrap(api.DELETE("/api/saved-views/{id}", { params: { path: { id } } }));
      views.reload();
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  return (
    <Dialog title="Saved views" onClose={onClose}>
      <Loaded resource={views}>
        {(found) =>
          found.length === 0
            ? <p class="muted">No views of this list are saved.</p>
            : (
              <ul class="rows saved-views">
                {found.map((view) => (
                  <li key={view.id}>
                    <a
                      href={view.path}
                      aria-current={view.path === address ? "page" : undefined}
                      onClick={onClose}
                    >
                      {view.name}
                    </a>
                    <span class="muted">
                      {view.is_shared ? `for all, by ${people.nameOf(view.created_by)}` : "your own"}
                    </span>
                    {mayChange(view) && (
                      <button
                        type="button"
                        aria-label={`Delete the view ${view.name}`}
                        onClick={() => remove(view)}
                      >
                        Delete
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )}
      </Loaded>
      <div class="buttons">
        <button type="button" onClick={onClose}>Close</button>
        <button type="button" class="primary" onClick={save}>Save this view</button>
      </div>
    </Dialog>
  );
}

function SaveDialog({ address, onClose }: SavedViewsProps & { onClose(): void }) {
  const { api, session, toasts } = useConsole();
  const form = useForm({
    initial: { name: "", is_shared: false },
    async send(values) {
      const { message } = await unwrap(api.POST("/api/saved-views", { body: { ...values, path: address } }));
      toasts.done(message);
      onClose();
    },
  });
  return (
    <FormDialog title="Save this view" action="Save view" form={form} onClose={onClose}>
      <p class="muted">
        Saves the filters of this list. A chosen time stays the same and does not follow the clock.
      </p>
      <TextField path="name" label="Name" maxLength={200} autofocus />
      {mayShare(session.user.value) && <CheckField path="is_shared" label="For everybody" />}
    </FormDialog>
  );
}

function mayShare(user: { role: Role } | null): boolean {
  return user !== null && hasRole(user.role, "engineer");
}
