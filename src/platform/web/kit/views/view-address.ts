/** In the address: a view that is to be put into use. */
export const OPEN = '_open'

/** Address of a list's screen that puts one of its views into use. */
export const viewAddress = (path: string, viewId: string): string => `${path}?${OPEN}=${viewId}`
