/** 55 kinds of random cases: 660 cases in a test, 20,460 in `deno task proof:agreement`. */
import { declareAgreement } from "../../../support/agreement_properties.ts";
import { times } from "../../../support/times.ts";

declareAgreement(times(12));
