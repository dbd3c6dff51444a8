import { z } from "zod";
import { fullInstant, plainValue } from "../shared/schema.ts";
import { DATA_TYPES, QUALITIES } from "./types.ts";

export const dataType = z.enum(DATA_TYPES);
export const quality = z.enum(QUALITIES);

/** A sample as clients read it: with its source time, full fraction included. */
export const timedValue = z.strictObject({ time: fullInstant(), value: plainValue().nullable(), quality });
