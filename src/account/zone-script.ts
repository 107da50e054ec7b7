/** Fills in the browser's time zone, which only a script knows. Without it, the team keeps UTC until somebody chooses. */
export const ZONE_SCRIPT = `'use strict';
document.querySelector('input[name=timezone]').value = Intl.DateTimeFormat().resolvedOptions().timeZone;
`;
