import { type AreaGrant, type Role, ROLES } from "../../../domain/access/types.ts";
import { useAreas } from "../../parts/areas.ts";
import { Field } from "../../parts/form/fields.tsx";

/** Roles that allow something in an area that the role in the whole plant does not; admins act everywhere. */
const IN_AREAS: readonly Role[] = ["operator", "engineer"];

/** The roles in areas: one choice for each area. Absent in a plant without areas. */
export function GrantFields({ role }: { role: Role }) {
  const areas = useAreas().state.value.value ?? [];
  if (areas.length === 0) return null;
  return (
    <Field
      path="grants"
      label="Roles in areas"
      hint="Beside the role above, which counts in the whole plant"
    >
      {({ value, set, attributes: { id, ...described } }) => {
        const grants = grantsOf(value);
        return (
          <div class="choice-list grant-list" role="group" aria-label="Roles in areas" id={id} {...described}>
            {areas.map((area) => {
              const own = roleIn(grants, area.id);
              return (
                <label key={area.id}>
                  <span>{area.name}</span>
                  <select
                    aria-label={`Role in ${area.name}`}
                    value={own ?? ""}
                    onChange={({ currentTarget }) =>
                      set(withRole(grants, {
                        areaId: area.id,
                        role: ROLES.find((one) => one === currentTarget.value),
                      }))}
                  >
                    <option value="">As in the whole plant</option>
                    {ROLES.filter((one) =>
                      IN_AREAS.includes(one) || one === own
                    ).map((one) => (
                      <option key={one} value={one} disabled={ROLES.indexOf(one) <= ROLES.indexOf(role)}>
                        {one}
                      </option>
                    ))}
                  </select>
                </label>
              );
            })}
          </div>
        );
      }}
    </Field>
  );
}

/** "operator in North, engineer in South"; empty without grants. */
export function grantsText(
  grants: readonly AreaGrant[],
  areas: readonly { id: number; name: string }[],
): string {
  return grants.map(({ role, area_ids }) => {
    const names = area_ids.flatMap((id) => areas.find((area) => area.id === id)?.name ?? []);
    return `${role} in ${names.join(", ")}`;
  }).join("; ");
}

function grantsOf(value: unknown): readonly AreaGrant[] {
  return Array.isArray(value) ? value : [];
}

/** The highest role granted in an area. */
export function roleIn(grants: readonly AreaGrant[], areaId: number): Role | undefined {
  const there = grants.filter(({ area_ids }) => area_ids.includes(areaId)).map(({ role }) => role);
  return ROLES.findLast((role) => there.includes(role));
}

/** The grants with another role in one area, or without one; one grant for each role. */
export function withRole(
  grants: readonly AreaGrant[],
  { areaId, role }: { areaId: number; role: Role | undefined },
): AreaGrant[] {
  return ROLES.flatMap((one) => {
    const before = grants.filter((grant) => grant.role === one).flatMap(({ area_ids }) => area_ids);
    const others = [...new Set(before)].filter((id) => id !== areaId);
    const area_ids = one === role ? [...others, areaId].sort((a, b) => a - b) : others;
    return area_ids.length === 0 ? [] : [{ role: one, area_ids }];
  });
}
