/** The properties of the engine, tried on many cases. */
import { declareEvaluationProperties } from "../support/evaluation_properties.ts";

declareEvaluationProperties(2_000);
