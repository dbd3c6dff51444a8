import { takesAddresses } from "../../../domain/contact_point/kinds.ts";
import type { ContactPointRecord, FallbackState } from "../../../domain/contact_point/types.ts";
import type { ContactPointDelivery } from "../../../ports/notifier.ts";

import { isoOrNull } from "../../../domain/shared/time.ts";

/** A contact point without its secrets. Those who are no engineers see neither where it sends to nor what was said. */
export function contactPointView(
  { v: _, sealed_secrets: __, ...record }: ContactPointRecord,
  { isWhole, delivery }: { isWhole: boolean; delivery?: ContactPointDelivery },
) {
  const { config, receiver, last_test: test, stored_secrets } = record;
  return {
    ...record,
    kind: config.kind,
    takes_addresses: takesAddresses(config),
    config: isWhole ? config : null,
    receiver: isWhole ? receiver : null,
    stored_secrets: isWhole ? stored_secrets : [],
    delivery: isWhole && delivery !== undefined ? deliveryView(delivery) : null,
    last_test: test === null || isWhole ? test : { ...test, words: "" },
  };
}

function deliveryView({ accepted_at_ms, failing_since_ms, words, queued }: ContactPointDelivery) {
  return {
    last_accepted_at: isoOrNull(accepted_at_ms),
    failing_since: isoOrNull(failing_since_ms),
    words,
    queued,
  };
}

/** Whether somebody is told when nobody else is. `lost_since_ms`: since when its messages fail for good. */
export function fallbackState(
  fallback: ContactPointRecord | undefined,
  { lost_since_ms = null }: Pick<Partial<ContactPointDelivery>, "lost_since_ms"> = {},
): FallbackState {
  const test = fallback?.last_test ?? null;
  const isReady = test !== null && test.passed;
  return {
    nobody_is_called: !isReady || lost_since_ms !== null,
    failing_since: isoOrNull(lost_since_ms),
    contact_point: fallback === undefined ? null : { id: fallback.id, name: fallback.name },
    tested_at: isReady ? test.at : null,
  };
}
