import { expect, it } from 'vitest'
import { keptText } from './redact.ts'

const SECRET = 'the-key-that-both-sides-share-and-nobody-else'

it.each([
  ['a plain answer, word for word', '{"code":"00",  "amount":"1000.00"}', '{"code":"00",  "amount":"1000.00"}'],
  ['a named secret at any depth', '{"data":{"accessToken":"abc","code":"00"}}', '{"data":{"accessToken":"***","code":"00"}}'],
  ['the shared key wherever it stands', `<p>${SECRET}</p>`, '<p>***</p>'],
  ['an account, but for its last four characters', '{"account":"0011001234567"}', '{"account":"***4567"}'],
  ['a named secret in what is no JSON', 'error: password=abc; token: xyz', 'error: password=***; token: ***'],
  ['what a database cannot hold', 'a\u0000b', 'a\ufffdb'],
])('keeps %s', (_what, text, kept) => expect(keptText(text, SECRET)).toBe(kept))

it.each(['x', 'otp', '"token', ' '])('cuts what is long, many times %j', (part) => expect(keptText(part.repeat(100_000), SECRET)).toHaveLength(16_384))
