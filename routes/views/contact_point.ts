import { takesAddresses } from "../../domain/contact_point/kinds.ts";
import type { ContactPointRecord, FallbackState } from "../../domain/contact_point/types.ts";

/** A contact point without its secrets. Those who are no engineers see neither where it sends to nor what was said. */
export function contactPointView(
  { v: _, sealed_secrets: __, ...record }: ContactPointRecord,
  { isWhole }: { isWhole: boolean },
) {
  const { config, receiver, last_test: test, stored_secrets } = record;
  return {
    ...record,
    kind: config.kind,
    takes_addresses: takesAddresses(config),
    config: isWhole ? config : null,
    receiver: isWhole ? receiver : null,
    stored_secrets: isWhole ? stored_secrets : [],
    last_test: test === null || isWhole ? test : { ...test, words: "" },
  };
}

/** Whether somebody is told when nobody else is. */
export function fallbackState(fallback: ContactPointRecord | undefined): FallbackState {
  const test = fallback?.last_test ?? null;
  const isReady = test !== null && test.passed;
  return {
    nobody_is_called: !isReady,
    contact_point: fallback === undefined ? null : { id: fallback.id, name: fallback.name },
    tested_at: isReady ? test.at : null,
  };
}
