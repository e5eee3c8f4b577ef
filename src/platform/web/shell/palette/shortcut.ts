/** How the keys that open the palette are written on this person's keyboard. */
export const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
