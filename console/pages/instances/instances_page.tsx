import { useComputed, useSignal } from "@preact/signals";
import { Plus } from "lucide";
import { useLocation } from "preact-iso";
import { BulkDialog, type BulkOrder } from "../../instances/bulk_dialog.tsx";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import { type Instance, instancesText } from "../../instances/instance_text.ts";
import { useInstances } from "../../instances/use_instances.ts";
import { FilterBar } from "../../lists/filter_bar.tsx";
import { MyAreasButton, MyAreasNote } from "../../lists/my_areas.tsx";
import { useMyAreas } from "../../lists/use_my_areas.ts";
import { useOwnOf } from "../../parts/areas.ts";
import { Choice } from "../../parts/choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { MissingLocations, useMissingLocations } from "../../parts/missing_locations.tsx";
import { numberText } from "../../parts/numbers.ts";
import { SomeOutside } from "../../parts/outside_areas.tsx";
import { usePlant, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useRemembered } from "../../parts/table/list_memory.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import {
  instanceAddress,
  type InstanceFilter,
  instanceFilter,
  isFiltered,
  matchingInstances,
  STATE_OPTIONS,
} from "./instance_filter.ts";
import { InstanceTable } from "./instance_table.tsx";

export default function InstancesPage() {
  const { live } = useConsole();
  const { query, route } = useLocation();
  const filter = instanceFilter(query);
  const mine = useMyAreas();
  const resource = useInstances(filter.template, mine.query);
  const places = usePlant().state.value.value?.places ?? new Map();
  const actions = useInstanceActions();
  const selected = useRemembered<ReadonlySet<number>>("selected instances", new Set());
  const order = useSignal<BulkOrder | null>(null);
  const sourceState = useComputed(() => live.source.value?.state);
  void sourceState.value;
  const read = resource.state.value.value;
  const matching = read === undefined
    ? []
    : matchingInstances(read.instances, filter, { source: live.source.peek(), places });
  const go = (changes: Partial<InstanceFilter>, replace = false) =>
    route(instanceAddress({ ...filter, ...changes }), replace);
  const missing = useMissingLocations([filter.node]);
  const chosen = matching.filter(({ id }) => selected.value.has(id));
  const { own, outside } = useOwnOf()("PUT /api/instances/:id", chosen);
  const ask = (type: BulkType) => {
    const affected = own.filter(({ is_deployed }) => is_deployed === (type === "undeploy"));
    order.value = { type, names: new Map(affected.map(({ id, instance_name }) => [id, instance_name])) };
  };
  return (
    <Page
      title="Instances"
      subtitle={read !== undefined && <span role="status">{shownText(matching.length, read.total)}</span>}
      tools={actions.mayChange && <NewLinks template={filter.template} />}
    >
      <Filters filter={filter} go={go} />
      <MyAreasNote />
      {actions.mayChange && (
        <SelectionBar
          chosen={own}
          outside={outside}
          ask={ask}
          clear={() => selected.value = new Set()}
        />
      )}
      <MissingLocations ids={[filter.node]} keep={() => go({ node: "" })} />
      {missing.length === 0 && (
        <Loaded resource={resource} what="Loading instances">
          {({ instances, total }) => (
            <>
              {total > instances.length && (
                <p class="stale" role="status">
                  {numberText(instances.length)} of {numberText(total)}{" "}
                  are shown. Choose a template to see all of its instances.
                </p>
              )}
              {matching.length === 0
                ? (
                  <Nothing
                    isFiltered={isFiltered(filter) || mine.areas.length > 0}
                    mayChange={actions.mayChange}
                  />
                )
                : (
                  <InstanceTable
                    instances={matching}
                    sort={filter.sort}
                    onSort={(sort) => go({ sort }, true)}
                    selected={actions.mayChange ? selected : undefined}
                  />
                )}
            </>
          )}
        </Loaded>
      )}
      {order.value !== null && (
        <BulkDialog
          order={order.value}
          onClose={() => {
            order.value = null;
            selected.value = new Set();
            resource.reload();
          }}
        />
      )}
    </Page>
  );
}

function shownText(shown: number, total: number): string {
  return shown === total ? instancesText(total) : `${numberText(shown)} of ${instancesText(total)}`;
}

function NewLinks({ template }: { template: string }) {
  const query = template === "" ? "" : `?template=${template}`;
  return (
    <>
      <a class="button" href={`/instances/bulk${query}`}>Create from pattern</a>
      <a class="button primary" href={`/instances/new${query}`}>
        <Icon node={Plus} />
        New instance
      </a>
    </>
  );
}

function Nothing({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No instances match the filters">
        <a href="/instances">Clear filters</a>
      </Empty>
    );
  }
  return (
    <Empty title="No instances yet">
      <p>An instance binds a template's placeholders to streams. Deployed, it raises events.</p>
      {mayChange && <a href="/instances/new">Create the first instance</a>}
    </Empty>
  );
}

interface FiltersProps {
  filter: InstanceFilter;
  go(changes: Partial<InstanceFilter>, replace?: boolean): void;
}

function Filters({ filter, go }: FiltersProps) {
  const templates = useTemplateBriefs().state.value.value ?? new Map();
  const places = [...usePlant().state.value.value?.places ?? []];
  return (
    <FilterBar>
      <MyAreasButton />
      <input
        type="search"
        class="filter-find"
        aria-label="Search"
        placeholder="Search by name, template or stream"
        value={filter.find}
        onInput={({ currentTarget }) => go({ find: currentTarget.value }, true)}
      />
      <Choice
        label="Template"
        value={filter.template}
        options={[...templates.values()].map(({ id, name }) => [String(id), name])}
        go={(template) => go({ template })}
      />
      <Choice label="State" value={filter.state} options={STATE_OPTIONS} go={(state) => go({ state })} />
      <Choice
        label="Location"
        value={filter.node}
        options={places.map(([id, { path }]) => [id, path])}
        go={(node) => go({ node })}
      />
      {isFiltered(filter) && <a class="button" href="/instances">Clear filters</a>}
    </FilterBar>
  );
}

type BulkType = "deploy" | "undeploy" | "delete";

interface SelectionBarProps {
  /** The selected rows that the user may change. */
  chosen: readonly Instance[];
  /** How many more are selected. */
  outside: number;
  ask(type: BulkType): void;
  clear(): void;
}

/** The actions for the selected rows; each applies only to the rows that allow it. */
function SelectionBar({ chosen, outside, ask, clear }: SelectionBarProps) {
  const { dialogs } = useConsole();
  const deployed = chosen.filter(({ is_deployed }) => is_deployed).length;
  const total = chosen.length + outside;
  if (total === 0) return null;
  return (
    <div class="row wrap selection-bar" role="group" aria-label="Selected instances">
      <strong role="status">{instancesText(total)} selected</strong>
      <SomeOutside outside={outside} total={total} noun="selected instance" />
      {deployed < chosen.length && (
        <button type="button" class="primary" onClick={() => ask("deploy")}>
          Deploy {numberText(chosen.length - deployed)}
        </button>
      )}
      {deployed > 0 && (
        <button
          type="button"
          onClick={async () => {
            const isConfirmed = await dialogs.confirm({
              title: `Undeploy ${instancesText(deployed)}?`,
              text: "They are no longer evaluated, and their active events are closed.",
              action: "Undeploy",
              danger: true,
            });
            if (isConfirmed) ask("undeploy");
          }}
        >
          Undeploy {numberText(deployed)}
        </button>
      )}
      {deployed < chosen.length && (
        <button
          type="button"
          onClick={async () => {
            const isConfirmed = await dialogs.confirm({
              title: `Delete ${instancesText(chosen.length - deployed)}?`,
              text: "They are deleted permanently. Their events stay in the history." +
                (deployed > 0 ? " Deployed instances stay; undeploy them first." : ""),
              action: "Delete",
              danger: true,
            });
            if (isConfirmed) ask("delete");
          }}
        >
          Delete {numberText(chosen.length - deployed)}
        </button>
      )}
      <button type="button" class="link quiet" onClick={clear}>Clear selection</button>
    </div>
  );
}
