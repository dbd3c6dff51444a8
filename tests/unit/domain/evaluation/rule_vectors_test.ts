/** The vectors of docs/rule_vectors.md that are evaluated over time. */
import { ruleVectors } from "../../../support/run_rule_vector.ts";
import { UNTIL_VECTORS } from "../../../support/rule_until_vectors.ts";
import { AT_LEAST_VECTORS, CONSTANT_VECTORS } from "../../../support/rule_vectors.ts";
import {
  CHANGED_BY_VECTORS,
  INCREASE_VECTORS,
  RATE_VECTORS,
  STALE_VECTORS,
  STANDARD_VECTORS,
  TIMES_VECTORS,
} from "../../../support/rule_window_vectors.ts";

ruleVectors(RATE_VECTORS);
ruleVectors(STALE_VECTORS);
ruleVectors(STANDARD_VECTORS);
ruleVectors(TIMES_VECTORS);
ruleVectors(INCREASE_VECTORS);
ruleVectors(CHANGED_BY_VECTORS);
ruleVectors(AT_LEAST_VECTORS);
ruleVectors(UNTIL_VECTORS);
ruleVectors(CONSTANT_VECTORS);
