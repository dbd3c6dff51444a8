/** Dialogs and banners over any page, and what only a click needs, in one script, which is loaded after the first data. */
export { watchEventLists } from "../events/opened_list.ts";
export { DeskDialog } from "../session/desk_dialog.tsx";
export { DeskStatus } from "../session/desk_status.tsx";
export { SessionExpired } from "../session/session_expired.tsx";
export { UnconfirmedBanner } from "../session/unconfirmed_banner.tsx";
export { KeyHelp } from "./key_help.tsx";
export { Palette } from "./palette.tsx";
export { ReadLimitNotice } from "./read_limit_notice.tsx";
export { ToastAction } from "./toast_action.tsx";
export { StatusNotices } from "./status_notices.tsx";
