/** The key of the settings in `localStorage`, as JSON. */
export const settingsName = 'sayso-settings';
