/** Where a window keeps the open pages of a person in an application. */
export const tabsKey = (account: string, clientId: string) => `tabs:${clientId}:${account}`

/** Whether this window has pages of an application open for a person. */
export function hasTabs(account: string, clientId: string): boolean {
  return sessionStorage.getItem(tabsKey(account, clientId)) !== null
}
