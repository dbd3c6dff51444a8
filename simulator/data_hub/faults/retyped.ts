import type { ComputedStream } from "../computed_stream.ts";
import type { EnumMember, Json, SdsProperty, SdsType } from "../sds_types.ts";
import type { TYPE_CHANGES } from "./schema.ts";

export type TypeChange = typeof TYPE_CHANGES[number];

const TEXT = { Id: "String", Name: "String", SdsTypeCode: 18 };

interface Retyping {
  property: (property: SdsProperty) => SdsProperty;
  /** Another name for the value. */
  renamed?: string;
  value?: (value: Json) => Json;
}

const isValue = (property: SdsProperty) => property.IsKey !== true && property.Id === "Value";
const renamed = (property: SdsProperty, id: string): SdsProperty => ({ ...property, Id: id, Name: id });

const RETYPINGS: Record<TypeChange, Retyping> = {
  property_renamed: {
    property: (one) => isValue(one) ? renamed(one, "Measurement") : one,
    renamed: "Measurement",
  },
  key_renamed: { property: (one) => one.IsKey === true ? renamed(one, "At") : one },
  number_to_text: {
    property: (one) => isValue(one) ? { ...one, SdsType: TEXT } : one,
    value: (value) => String(value),
  },
  enumeration_extended: {
    property: withMembers((all) => [...all, { Id: "Maintenance", Value: all.length }]),
  },
  enumeration_renumbered: {
    property: withMembers((all) => all.map(({ Id }, i) => ({ Id, Value: all.at(-1 - i)!.Value }))),
  },
};

/** A stream whose type is replaced: all its events are of the new type from then on, as after a change at the source. */
export function retyped(stream: ComputedStream, change: TypeChange): ComputedStream {
  const { property, renamed, value = (of: Json) => of } = RETYPINGS[change];
  return {
    ...stream,
    type: retypedType(stream.type, change, property),
    members(at) {
      const { Value, ...others } = stream.members(at);
      return Value === undefined ? others : { ...others, [renamed ?? "Value"]: value(Value) };
    },
  };
}

const known = new Map<string, SdsType>();

/** One object for each type, since events are cached by it. */
function retypedType(type: SdsType, change: TypeChange, property: Retyping["property"]): SdsType {
  const id = `${type.Id}.${change}`;
  const made = known.get(id) ?? { ...type, Id: id, Name: id, Properties: type.Properties.map(property) };
  known.set(id, made);
  return made;
}

function withMembers(change: (members: EnumMember[]) => EnumMember[]) {
  return (property: SdsProperty): SdsProperty => {
    const { SdsType } = property, id = `${SdsType.Id}.changed`;
    return SdsType.Properties === undefined
      ? property
      : { ...property, SdsType: { ...SdsType, Id: id, Name: id, Properties: change(SdsType.Properties) } };
  };
}
