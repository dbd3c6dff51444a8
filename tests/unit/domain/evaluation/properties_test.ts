/** The properties of the engine. */
import { declareEvaluationProperties } from "../../../support/evaluation_properties.ts";
import { times } from "../../../support/times.ts";

declareEvaluationProperties(times(60));
