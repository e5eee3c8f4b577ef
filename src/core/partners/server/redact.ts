const MAX_TEXT = 16_384
const SECRET_NAME = /secret|passw|token|\bpin\b|otp|signature|authori[sz]ation|api.?key|private.?key|credential/i
/** Fields that say whose account it is: the last four characters are enough to find it again. */
const ACCOUNT_NAME = /^(account|accountNumber|cardNumber|pan)$/i
const BLANK = '***'
/** What looks like a secret with its name. Every part is bounded: a partner's answer without an end would hold the process up for seconds. */
const NAMED_SECRET = /("?[\w.-]{0,40}(?:secret|passw|token|otp|signature|authorization)[\w.-]{0,40}"?\s{0,20}[:=]\s{0,20})("[^"]*"|[^\s,;&}]+)/gi

/** A text that came or went, fit to be kept: secrets blanked, accounts but for their last four characters, nothing that a database cannot hold. */
export function keptText(body: Buffer | string, secret: string): string {
  const text = typeof body === 'string' ? body.slice(0, MAX_TEXT * 2) : body.subarray(0, MAX_TEXT * 2).toString('utf8')
  const open = secret === '' ? text : text.replaceAll(secret, BLANK)
  return storable(blanked(open).slice(0, MAX_TEXT))
}

/** Without what a text of the database cannot hold: the character zero, and half a character. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

function blanked(text: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // No JSON, or only its beginning: what looks like a named secret goes all the same.
    return text.replace(NAMED_SECRET, `$1${BLANK}`)
  }
  const hidden = JSON.stringify(value, hide)
  // Word for word unless something had to go.
  return hidden === JSON.stringify(value) ? text : hidden
}

function hide(name: string, value: unknown): unknown {
  if (SECRET_NAME.test(name)) return BLANK
  return ACCOUNT_NAME.test(name) && typeof value === 'string' && value.length > 4 ? `${BLANK}${value.slice(-4)}` : value
}
