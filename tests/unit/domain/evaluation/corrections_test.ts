/** The properties of corrections. */
import { declareCorrectionProperties } from "../../../support/correction_properties.ts";
import { times } from "../../../support/times.ts";

declareCorrectionProperties(times(60));
