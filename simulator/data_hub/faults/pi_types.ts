import { msFromTicks, type Ticks } from "../../../domain/shared/time.ts";
import { CODE } from "../plant/plant_types.ts";
import { type Members, type SdsProperty, type SdsType, typeCodeName } from "../sds_types.ts";

/** The types and events of the vendor's PI agent. */

const NULLABLE = 100;

function property(id: string, code: number): SdsProperty {
  const name = code >= NULLABLE ? `Nullable${typeCodeName(code - NULLABLE)}` : typeCodeName(code);
  return { Id: id, Name: id, SdsType: { Id: name, Name: name, SdsTypeCode: code } };
}

function piType(id: string, valueCode: number): SdsType {
  return {
    Id: id,
    Name: id,
    SdsTypeCode: 1,
    Properties: [
      { ...property("Timestamp", CODE.dateTime), IsKey: true },
      property("Value", valueCode),
      property("IsQuestionable", CODE.boolean),
      property("IsSubstituted", CODE.boolean),
      property("IsAnnotated", CODE.boolean),
      property("SystemStateCode", NULLABLE + CODE.int32),
      property("DigitalStateName", CODE.string),
    ],
  };
}

export const piFloatType = piType("PI-Float32", NULLABLE + CODE.single);
export const piIntegerType = piType("PI-Int32", NULLABLE + CODE.int32);
export const piDigitalType = piType("PI-Digital", NULLABLE + CODE.int32);

export const PI_STATES = ["Off", "Starting", "Running", "Tripped"] as const;

const EMPTY: Members = {
  Value: null,
  IsQuestionable: false,
  IsSubstituted: false,
  IsAnnotated: false,
  SystemStateCode: null,
  DigitalStateName: null,
};

const CYCLE_MS = 300_000;
const TIMED_OUT_MS = 15_000;
const QUESTIONABLE_MS = 45_000;

/** A reading; every five minutes it is an I/O timeout for 15 s, then questionable for 30 s. */
export function piMembers(at: Ticks, reading: Members): Members {
  const phase = msFromTicks(at) % CYCLE_MS;
  if (phase < TIMED_OUT_MS) return { ...EMPTY, SystemStateCode: 246, DigitalStateName: "I/O Timeout" };
  return { ...EMPTY, ...reading, IsQuestionable: phase < QUESTIONABLE_MS };
}
