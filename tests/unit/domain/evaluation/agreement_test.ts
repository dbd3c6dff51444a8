/** 54 kinds of random cases: 648 cases in a test, 22,032 with `PROOF_TIMES=34`. */
import { declareAgreement } from "../../../support/agreement_properties.ts";
import { times } from "../../../support/times.ts";

declareAgreement(times(12));
