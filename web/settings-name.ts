/** Under this name the settings are kept in `localStorage`, as JSON. */
export const settingsName = 'sayso-settings';
