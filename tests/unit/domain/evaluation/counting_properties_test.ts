/** Nine properties: 225 cases in a test, 22,500 with `PROOF_TIMES=100`. */
import { declareCountingProperties } from "../../../support/counting_properties.ts";
import { times } from "../../../support/times.ts";

declareCountingProperties(times(25));
