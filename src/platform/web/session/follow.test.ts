import { describe, expect, it } from 'vitest'
import { following, subjectOf } from './follow.ts'

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const tokensOf = (sub: string, clientId = 'PP_QR', jti = '1') => ({ accessToken: `${part({ alg: 'EdDSA' })}.${part({ sub, jti })}.c2ln`, clientId })
const at = (phase: 'anonymous' | 'loading' | 'ready' | 'ended', subject: string | null = '7') => ({
  phase,
  clientId: phase === 'anonymous' ? '' : 'PP_QR',
  subject,
})

describe('another window', () => {
  it.each([
    ['signs out', at('ready'), null, 'gone'],
    ['signs out', at('ended'), null, 'gone'],
    ['signs out', at('anonymous', null), null, 'nothing'],
    ['refreshes', at('ready'), tokensOf('7', 'PP_QR', '2'), 'nothing'],
    ['refreshes', at('loading', null), tokensOf('7'), 'nothing'],
    ['switches the application', at('ready'), tokensOf('7', 'PP_GL'), 'switched'],
    ['signs in again', at('ended'), tokensOf('7'), 'resume'],
    ['signs in', at('anonymous', null), tokensOf('7'), 'resume'],
    ['signs somebody else in', at('ready'), tokensOf('8'), 'replaced'],
    ['signs somebody else in', at('ended'), tokensOf('8'), 'replaced'],
    ['signs somebody else in', at('loading'), tokensOf('8'), 'replaced'],
    ['signs somebody else in to another application', at('ready'), tokensOf('8', 'PP_GL'), 'replaced'],
    ['leaves something that is no token', at('ready'), { accessToken: 'x', clientId: 'PP_QR' }, 'replaced'],
  ] as const)('%s: %j', (_what, known, tokens, expected) => {
    expect(following(known, tokens, 'signal')).toBe(expected)
  })
})

describe('coming back to the screen', () => {
  it.each([
    ['somebody else', at('ready'), tokensOf('8'), 'replaced'],
    ['somebody else', at('ended'), tokensOf('8'), 'replaced'],
    ['nobody', at('ready'), null, 'gone'],
    ['another application', at('ready'), tokensOf('7', 'PP_GL'), 'switched'],
    ['what was there', at('ready'), tokensOf('7'), 'nothing'],
    // The session ended here: its dialog stays, with the tokens given up or kept.
    ['nobody', at('ended'), null, 'nothing'],
    ['the tokens of the ended session', at('ended'), tokensOf('7'), 'nothing'],
    ['tokens of a sign-in under way', at('anonymous', null), tokensOf('7'), 'nothing'],
  ] as const)('and finding %s: %j', (_what, known, tokens, expected) => {
    expect(following(known, tokens, 'looked')).toBe(expected)
  })
})

it('whose a token is stands in its payload', () => {
  expect(subjectOf(tokensOf('1234'))).toBe('1234')
  expect(subjectOf(tokensOf('ÿ~þ?>'))).not.toBeNull()
  for (const accessToken of ['', 'a.b.c', `a.${part('text')}.c`, `a.${part({ sub: 7 })}.c`, `a.${part(null)}.c`]) expect(subjectOf({ accessToken })).toBeNull()
})
