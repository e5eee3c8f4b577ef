/** What an identity card says of itself. */
export interface Scanned {
  identityNumber: string
  name: string
}

const NUMBER = /^\d{12}$/

/**
 * The code on the back of a citizen's card, as a scanner types it: number|old number|name|birth date|…; undefined for any other text. The
 * rest of it (birth date, address) is not needed and does not leave the browser.
 */
export function scanned(text: string): Scanned | undefined {
  const [identityNumber = '', , name = ''] = text.split('|').map((part) => part.trim())
  return text.includes('|') && NUMBER.test(identityNumber) ? { identityNumber, name } : undefined
}
