import type { Schemas } from "../../api/client.ts";
import { ALL_STEPS } from "../../shell/preferences.ts";
import type { Call } from "../../session/may.ts";

/** What exists already, as far as the user may read it. */
export interface Existing {
  templates: number;
  deployed: number;
  sources: readonly Pick<Schemas["Source"], "state" | "error_code" | "watermark">[];
  assets: number;
  locations: number;
  /** Whether a contact point that has passed its test hears of events that nobody else is told of. */
  isCalled: boolean;
  /** Undefined for those who may not see the screens. */
  screens: number | undefined;
}

export interface Step {
  id: string;
  title: string;
  text: string;
  href: string;
  /** The call that the step ends with. */
  needs: Call;
  isDone: boolean;
}

/** The way from an empty Andon to a wall that people see; a step is done when what it makes exists. */
export function stepsOf(existing: Existing): Step[] {
  const { sources, assets, locations, templates, deployed, isCalled, screens } = existing;
  const isConnected = sources.some(({ state, error_code, watermark }) =>
    state === "connected" || (error_code !== "INVALID_CREDENTIALS" && watermark !== null)
  );
  return [
    {
      id: "source",
      title: "Say what you have",
      text:
        "A historian, a broker, a server, programs that send: the connection is tested before it is saved.",
      href: sources.length === 0 ? "/settings/sources/new" : "/settings",
      needs: "POST /api/sources",
      isDone: isConnected,
    },
    {
      id: "streams",
      title: "Discover the streams",
      text: "Andon does it by itself once the source answers or sends, and again every hour.",
      href: "/settings",
      needs: "POST /api/discover-assets",
      isDone: assets > 0,
    },
    {
      id: "plant",
      title: "Set up the plant",
      text: "Sites, areas, lines and units give events a place. Names of assets propose a tree.",
      href: "/plant",
      needs: "POST /api/plant-model",
      isDone: locations > 0,
    },
    {
      id: "rule",
      title: "Create a rule",
      text: "New rule on the page of a stream proposes a limit. A backtest shows the events on past data.",
      href: "/plant/streams",
      needs: "POST /api/templates",
      isDone: templates > 0,
    },
    {
      id: "instance",
      title: "Create an instance and deploy it",
      text: "It binds the rules to the streams of one piece of equipment. Events appear on the event wall.",
      href: "/instances/new",
      needs: "POST /api/instances",
      isDone: deployed > 0,
    },
    {
      id: "contact",
      title: "Add a contact point and test it",
      text: "It tells people of events that nobody else is told of.",
      href: "/notifications/contact-points",
      needs: "POST /api/contact-points",
      isDone: isCalled,
    },
    ...screens === undefined ? [] : [
      {
        id: "screen",
        title: "Show the wall on a screen",
        text: "A screen in the hall or the control room shows events without a person signed in.",
        href: "/settings/screens",
        needs: "POST /api/screens",
        isDone: screens > 0,
      } as const,
    ],
  ];
}

/** The steps that are not dismissed; `dismissed` is a list of ids, or `ALL_STEPS`. */
export function shownSteps(steps: readonly Step[], dismissed: string): Step[] {
  if (dismissed === ALL_STEPS) return [];
  const away = new Set(dismissed.split(","));
  return steps.filter(({ id }) => !away.has(id));
}

/** The steps that the user can still take. */
export function leftSteps(steps: readonly Step[], may: (call: Call) => boolean): Step[] {
  return steps.filter(({ isDone, needs }) => !isDone && may(needs));
}
