import type { Schemas } from "../../api/client.ts";
import { adviceAddress } from "../../rules/advice_address.ts";
import { useConsole } from "../../shell/console.ts";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { numberText, percentCell } from "../../parts/numbers.ts";

type Group = Schemas["AlarmGroup"];

interface GroupTableProps {
  title: string;
  groups: { total: number; groups: readonly Group[] };
  hours: number;
  /** The name of a group; its title by default. */
  nameOf?(key: string): string | undefined;
  /** The address of the statistics of one group. */
  addressOf(key: string): string;
}

/** The figures of each location, template or category; names link to their statistics. */
export function GroupTable({ title, groups: { total, groups }, hours, addressOf, nameOf }: GroupTableProps) {
  const { session } = useConsole();
  const named = ({ key, title }: Group) => nameOf?.(key) ?? title;
  const isEngineer = session.may("PUT /api/templates/:id");
  const columns: readonly Column<Group>[] = [
    {
      key: "title",
      title: "Name",
      isWhole: true,
      width: "minmax(0, 1fr)",
      compare: (a, b) => named(a).localeCompare(named(b)),
      cell: (group) => <a href={addressOf(group.key)} title={named(group)}>{named(group)}</a>,
    },
    figure("events", "Events", ({ events }) => events),
    figure("peak", "Peak", ({ rate }) => rate.peak),
    {
      ...figure("flood", "Flood", ({ flood }) => flood.share),
      cell: ({ flood }) => percentCell(flood.share),
    },
    figure("chattering", "Chattering", ({ chattering }) => chattering.events),
    figure("fleeting", "Fleeting", ({ fleeting }) => fleeting.events),
    figure("stale", "Stale", ({ stale }) => stale.events),
    {
      key: "mix",
      title: "Low / medium / high",
      width: "130px",
      align: "end",
      wideOnly: true,
      cell: ({ severities: { shares } }) =>
        [shares.low, shares.medium, shares.high].map(whole).join(" / ") + " %",
    },
    {
      key: "advice",
      title: "Advice",
      width: "minmax(0, 1.3fr)",
      wideOnly: true,
      cell: ({ advice }) => {
        const first = advice.find(({ is_critical }) => !is_critical);
        if (first === undefined) return "";
        const address = adviceAddress(first, { instance: null, hours });
        return address === undefined || !isEngineer
          ? <span title={first.text}>{first.text}</span>
          : <a href={address} title={first.text}>{first.text}</a>;
      },
    },
  ];
  if (groups.length === 0) return null;
  return (
    <section aria-label={title}>
      <div class="panel-head quality-head">
        <h2>{title}</h2>
        {total > groups.length && (
          <span class="muted">
            the {numberText(groups.length)} of {numberText(total)} with the most events
          </span>
        )}
      </div>
      <VirtualTable label={title} columns={columns} rows={groups} keyOf={({ key }) => key} />
    </section>
  );
}

function figure(key: string, title: string, of: (group: Group) => number): Column<Group> {
  return {
    key,
    title,
    width: "84px",
    narrowWidth: "64px",
    align: "end",
    wideOnly: key !== "events" && key !== "peak",
    compare: (a, b) => of(a) - of(b),
    cell: (group) => numberText(of(group)),
  };
}

function whole(share: number): string {
  return String(Math.round(share * 100));
}
