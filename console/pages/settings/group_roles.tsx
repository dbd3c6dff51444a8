import { Plus, X } from "lucide";
import { ROLES } from "../../../domain/access/types.ts";
import type { Area } from "../../parts/areas.ts";
import { Field, SelectField, TextField } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { type GroupRole, NEW_GROUP } from "./identity_provider_model.ts";

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));

interface GroupRolesProps {
  rows: readonly GroupRole[];
  areas: readonly Area[];
  hint: string;
}

/** Which group has which role, and where: a table of fields. */
export function GroupRoles({ rows, areas, hint }: GroupRolesProps) {
  const { form } = useFormContext();
  const issue = form.issueAt("grants");
  return (
    <fieldset class="group-roles">
      <legend>Roles of groups</legend>
      <p class="muted">{hint}. Who is in none of these groups cannot sign in</p>
      {issue !== undefined && <p class="issue">{issue}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Role</th>
              {areas.length > 0 && <th scope="col">Where</th>}
              <th scope="col">
                <span class="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => <Row key={at} row={row} at={at} areas={areas} rows={rows} />)}
          </tbody>
        </table>
      )}
      <button type="button" onClick={() => form.set("grants", [...rows, NEW_GROUP])}>
        <Icon node={Plus} />
        Add group
      </button>
    </fieldset>
  );
}

function Row(
  { row, at, areas, rows }: Omit<GroupRolesProps, "hint"> & { row: GroupRole; at: number },
) {
  const { form } = useFormContext();
  return (
    <tr>
      <td>
        <TextField path={`grants.${at}.group`} label={`Group ${at + 1}`} spellcheck={false} />
      </td>
      <td>
        <SelectField path={`grants.${at}.role`} label={`Role of group ${at + 1}`} options={ROLE_OPTIONS} />
      </td>
      {areas.length > 0 && (
        <td>
          <Where at={at} row={row} areas={areas} />
        </td>
      )}
      <td>
        <button
          type="button"
          aria-label={row.group === "" ? `Remove group ${at + 1}` : `Remove ${row.group}`}
          onClick={() => form.set("grants", rows.filter((_, index) => index !== at))}
        >
          <Icon node={X} />
        </button>
      </td>
    </tr>
  );
}

/** The areas of a role; none: the whole plant. */
function Where({ at, row: { area_ids }, areas }: { at: number; row: GroupRole; areas: readonly Area[] }) {
  const names = areas.filter(({ id }) => area_ids.includes(id)).map(({ name }) => name);
  return (
    <Field path={`grants.${at}.area_ids`} label={`Areas of group ${at + 1}`}>
      {({ set, attributes: { id, ...described } }) => (
        <details class="group-areas">
          <summary id={id} {...described}>{names.length === 0 ? "Whole plant" : names.join(", ")}</summary>
          <div role="group" aria-label={`Areas of group ${at + 1}`}>
            {areas.map((area) => (
              <label key={area.id}>
                <input
                  type="checkbox"
                  checked={area_ids.includes(area.id)}
                  onChange={({ currentTarget }) =>
                    set(
                      areas.map((one) => one.id).filter((one) =>
                        one === area.id ? currentTarget.checked : area_ids.includes(one)
                      ),
                    )}
                />
                {area.name}
              </label>
            ))}
          </div>
        </details>
      )}
    </Field>
  );
}
