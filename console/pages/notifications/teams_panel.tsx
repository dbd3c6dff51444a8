import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Field, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import type { OpenItem } from "../../parts/open_item.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { NewButton } from "../../shell/list_page.tsx";
import { nameOfPerson, type Person, personName, type Team, usePersons } from "./use_rosters.ts";
import { Panel } from "../../parts/panel.tsx";

/** Teams: lists of users that policies may call together. */
export function TeamsPanel({ open, show, close }: OpenItem) {
  const { api, people } = useConsole();
  const teams = useResource("teams", async (signal) => {
    const { data } = await unwrap(api.GET("/api/teams", { signal }));
    return data.toSorted((a, b) => a.name.localeCompare(b.name));
  }, { changes: ["team", "user"], keep: true });
  const edited = teams.state.value.value?.find(({ id }) => `team-${id}` === open);
  return (
    <Panel title="Teams" tools={<NewButton label="New team" item="team-new" show={show} />}>
      <Loaded resource={teams} what="Loading the teams">
        {(all) =>
          all.length === 0
            ? <p class="muted">No team yet. A team is a list of users whom a policy calls together.</p>
            : (
              <ul class="on-call-teams">
                {all.map((team) => (
                  <li key={team.id}>
                    <a href={`/notifications/on-call?open=team-${team.id}`}>{team.name}</a>
                    <span>{membersText(team, (username) => people.nameOf(username))}</span>
                  </li>
                ))}
              </ul>
            )}
      </Loaded>
      {(open === "team-new" || edited !== undefined) && <TeamForm key={open} team={edited} onClose={close} />}
    </Panel>
  );
}

function membersText({ members }: Team, nameOf: (username: string) => string): string {
  return members.map(({ username, is_active }) => {
    if (username === null) return "a deleted user";
    return is_active ? nameOf(username) : `${nameOf(username)} (disabled)`;
  }).join(", ");
}

interface TeamFormProps {
  team: Team | undefined;
  onClose(): void;
}

function TeamForm({ team, onClose }: TeamFormProps) {
  const people = usePersons().state.value.value;
  return people === undefined ? null : <Editor team={team} people={people} onClose={onClose} />;
}

function Editor({ team, people, onClose }: TeamFormProps & { people: readonly Person[] }) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { name: team?.name ?? "", user_ids: team?.user_ids ?? [] as number[] },
    check: ({ user_ids }) =>
      user_ids.length === 0 ? [{ path: "user_ids", message: "Select at least one user" }] : [],
    async send(body) {
      const { message } = team === undefined
        ? await unwrap(api.POST("/api/teams", { body }))
        : await unwrap(api.PUT("/api/teams/{id}", { params: { path: { id: team.id } }, body }));
      toasts.done(message);
      onClose();
    },
  });

  return (
    <FormDialog
      title={team?.name ?? "New team"}
      action={team === undefined ? "Create team" : "Save"}
      form={form}
      onClose={onClose}
      removal={team && {
        title: `Delete ${team.name}?`,
        text: "The users stay. A team that a policy names cannot be deleted.",
        action: "Delete team",
        act: () => unwrap(api.DELETE("/api/teams/{id}", { params: { path: { id: team.id } } })),
      }}
    >
      <TextField path="name" label="Name" autofocus />
      <Field path="user_ids" label="Users">
        {({ value, set, attributes }) => {
          const chosen = Array.isArray(value) ? value.map(Number) : [];
          const deleted = chosen.filter((id) => people.every((one) => one.id !== id));
          const rows = [
            ...people.map((person) => ({ id: person.id, name: nameOfPerson(person) })),
            ...deleted.map((id) => ({ id, name: personName(id, people) })),
          ];
          return (
            <div class="choice-list" role="group" aria-label="Users" tabIndex={-1} {...attributes}>
              {rows.map(({ id, name }) => (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={() =>
                      set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
                  />
                  {name}
                </label>
              ))}
            </div>
          );
        }}
      </Field>
    </FormDialog>
  );
}
