/** The header with which a shared desk sends the confirmation of an action. */
export const CONFIRMATION_HEADER = "X-Desk-Confirmation";
