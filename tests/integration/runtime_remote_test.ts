import { LentPlace } from "../support/remote_place.ts";
import { runtimeSuite } from "../support/runtime_suite.ts";

runtimeSuite("two lent workers", 2, () => new LentPlace());
