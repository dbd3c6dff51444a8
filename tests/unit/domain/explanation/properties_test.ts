/** Properties of the readings of an engine. */
import { declareExplanationProperties } from "../../../support/explanation_properties.ts";
import { times } from "../../../support/times.ts";

declareExplanationProperties(times(60));
