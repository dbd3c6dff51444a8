/** What the reference evaluator makes of the vectors of docs/rule_vectors.md. */
import { referenceVectors } from "../../../support/run_rule_vector.ts";
import { UNTIL_VECTORS } from "../../../support/rule_until_vectors.ts";
import { AT_LEAST_VECTORS, CALCULATED_VECTORS, CONSTANT_VECTORS } from "../../../support/rule_vectors.ts";
import {
  CHANGED_BY_VECTORS,
  INCREASE_VECTORS,
  RATE_VECTORS,
  STALE_VECTORS,
  TIMES_VECTORS,
} from "../../../support/rule_window_vectors.ts";

referenceVectors(AT_LEAST_VECTORS);
referenceVectors(CALCULATED_VECTORS);
referenceVectors(CONSTANT_VECTORS);
referenceVectors(RATE_VECTORS);
referenceVectors(INCREASE_VECTORS);
referenceVectors(TIMES_VECTORS);
referenceVectors(CHANGED_BY_VECTORS);
referenceVectors(UNTIL_VECTORS);
referenceVectors(STALE_VECTORS);
