/** What engines say of themselves, tried on many cases. */
import { declareExplanationProperties } from "../support/explanation_properties.ts";

declareExplanationProperties(2_000);
