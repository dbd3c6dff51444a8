/** The vectors of docs/rule_vectors.md that are evaluated over time. */
import { ruleVectors } from "../../../support/run_rule_vector.ts";
import { AT_LEAST_VECTORS } from "../../../support/rule_vectors.ts";

ruleVectors(AT_LEAST_VECTORS);
