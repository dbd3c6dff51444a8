/** The properties of corrections, tried on many cases. */
import { declareCorrectionProperties } from "../support/correction_properties.ts";

declareCorrectionProperties(2_500);
