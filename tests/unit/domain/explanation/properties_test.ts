/** What engines say of themselves, tried quickly; tests/integration/explanation_properties_test.ts tries it long. */
import { declareExplanationProperties } from "../../../support/explanation_properties.ts";

declareExplanationProperties(300);
