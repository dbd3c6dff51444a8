import type { ComponentType } from "preact";
import type { Call } from "../session/may.ts";
import type { NavIcon } from "./icons.ts";

/** The default export of a page's file. Address parameters are properties: `/events/:id` gives `id`. */
export type PageComponent = ComponentType<{ id?: string }>;

export interface PageEntry {
  /** A pattern: `/events/:id`. The server answers it with the console's HTML document. */
  path: string;
  /** The document's title until the page sets its own. */
  title: string;
  /** Open to roles that may make this call. */
  needs: Call;
  load(): Promise<{ default: PageComponent }>;
  /** Its link in the navigation; undefined for pages reached from other pages. */
  nav?: {
    label: string;
    icon: NavIcon;
    /** The second key of its shortcut: `g w`. */
    key: string;
    /** What its tabs are called; absent: as its link. */
    tabs?: string;
  };
  /** Its label among the tabs of the page in the navigation that its path is under. */
  tab?: string;
}
