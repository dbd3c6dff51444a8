import { ArrowDown, ArrowUp } from "lucide";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { Icon } from "../../parts/icon.tsx";
import { countText } from "../../parts/numbers.ts";
import { useOpenItem } from "../../parts/open_item.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { NewButton } from "../../shell/list_page.tsx";
import { Page } from "../../shell/page.tsx";
import { PolicyForm } from "./policy_form.tsx";
import { PolicyPreview } from "./policy_preview.tsx";
import { endText, matchText, type Policy, stepTexts } from "./policy_sentence.ts";
import { usePolicies, usePolicyNames } from "./use_policies.ts";

/** Which events go to whom, and when; beside it a preview. */
export default function PoliciesPage() {
  const { session } = useConsole();
  const policies = usePolicies();
  const { open, show, close } = useOpenItem();
  const mayChange = session.may("POST /api/notification-policies");
  const rows = policies.state.value.value;
  const opened = rows?.find(({ id }) => String(id) === open);
  return (
    <Page
      title="Policies"
      tools={mayChange && <NewButton label="New policy" show={show} />}
    >
      <div class={mayChange ? "policy-columns" : undefined}>
        <div>
          <p class="policy-intro muted">An event goes to the first policy that it matches, from the top.</p>
          <Loaded resource={policies}>
            {(all) => <PolicyList policies={all} mayChange={mayChange} reload={policies.reload} />}
          </Loaded>
        </div>
        {mayChange && <PolicyPreview />}
      </div>
      {mayChange && (open === "new" || opened !== undefined) && (
        <PolicyForm key={open} policy={opened} onClose={close} />
      )}
    </Page>
  );
}

interface PolicyListProps {
  policies: readonly Policy[];
  mayChange: boolean;
  reload(): void;
}

function PolicyList({ policies, mayChange, reload }: PolicyListProps) {
  const { api, toasts, announcer } = useConsole();
  const names = usePolicyNames();
  const movable = policies.filter(({ is_last }) => !is_last);

  async function move(at: number, to: number): Promise<void> {
    const ids = movable.map(({ id }) => id);
    const policy_ids = ids.toSpliced(at, 1).toSpliced(to, 0, ids[at]!);
    try {
      await unwrap(api.PUT("/api/notification-policies/order", { body: { policy_ids } }));
      announcer.announce(`${movable[at]!.name} is now number ${to + 1} of ${policies.length}`);
      reload();
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  return (
    <ol class="policy-list" aria-label="Policies">
      {policies.map((policy, at) => (
        <li key={policy.id} class="panel">
          <div class="policy-head">
            <h2>
              {mayChange
                ? <a href={`/notifications/policies?open=${policy.id}`}>{policy.name}</a>
                : policy.name}
            </h2>
            {mayChange && !policy.is_last && (
              <div class="policy-moves">
                <button
                  type="button"
                  disabled={at === 0}
                  aria-label={`Move ${policy.name} up`}
                  onClick={() => move(at, at - 1)}
                >
                  <Icon node={ArrowUp} />
                </button>
                <button
                  type="button"
                  disabled={at === movable.length - 1}
                  aria-label={`Move ${policy.name} down`}
                  onClick={() => move(at, at + 1)}
                >
                  <Icon node={ArrowDown} />
                </button>
              </div>
            )}
          </div>
          <p class="policy-match-text">{matchText(policy, names)}</p>
          <ol class="policy-steps">
            {stepTexts(policy).map((text) => <li key={text}>{text}</li>)}
          </ol>
          <p class="muted">{endText(policy)}</p>
          {policy.missing.length > 0 && (
            <p class="policy-missing">
              {countText(policy.missing.length, "name")} no longer exist:{" "}
              {policy.missing.map(({ message }) => message).join(", ")}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
