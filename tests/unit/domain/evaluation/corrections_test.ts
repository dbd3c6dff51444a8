/** The properties of corrections, tried quickly; tests/integration/correction_properties_test.ts tries them long. */
import { declareCorrectionProperties } from "../../../support/correction_properties.ts";

declareCorrectionProperties(300);
