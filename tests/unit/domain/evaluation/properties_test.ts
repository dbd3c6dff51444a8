/** The properties of the engine, tried quickly; tests/integration/evaluation_properties_test.ts tries them long. */
import { declareEvaluationProperties } from "../../../support/evaluation_properties.ts";

declareEvaluationProperties(500);
