/**
 * Sends the same input once at a time: what is asked for while it is under way gets the answer that is awaited already. A second press comes
 * before its button has been drawn anew.
 */
export function pressedOnce<Args extends readonly unknown[], Output>(send: (...args: Args) => Promise<Output>): (...args: Args) => Promise<Output> {
  const underWay = new Map<string, Promise<Output>>()
  return (...args) => {
    const key = JSON.stringify(args[0]) ?? ''
    const known = underWay.get(key)
    if (known) return known
    const sent = send(...args).finally(() => underWay.delete(key))
    underWay.set(key, sent)
    return sent
  }
}
